import { fieldsOf } from '../../conformance/engine/index.ts';
import { everyObject, type Rule } from './contract.ts';

/**
 * Every `pattern`, and every name in `patternProperties`, is `^`, an I-Regexp (RFC 9485), and `$`. It has no look-around,
 * back-references, lazy quantifiers, `.`, `\d`, `\s`, `\w`, `\p`, `\u` or `\x`, and repeats nothing more than 1000 times. A pattern is compiled by
 * whatever the reader's language has: one that Go's RE2 does not know makes tools reject the whole document. Write characters
 * instead of escapes, and classes out: `[0-9]` for `\d`.
 */
export const patternsArePortable: Rule = ({ root }) =>
  everyObject(root).flatMap((place) => {
    const { pattern, patternProperties } = fieldsOf(place.value);
    // A field of an object may be called `pattern`, too.
    const patterns = [
      ...(typeof pattern === 'string' ? [pattern] : []),
      ...Object.keys(fieldsOf(patternProperties)),
    ];
    return patterns
      .filter((text) => !isPortable(text))
      .map((text) => ({ place, message: `The pattern \`${text}\` is not portable.` }));
  });

// RFC 9485, 3, without what others read differently (anchors, `.`, `\p{…}`, characters of two code units), and without line
// terminators, which would end the regular expression literal that a generator writes.
const other = String.raw`\n\r\u2028\u2029\u{D800}-\u{DFFF}\u{10000}-\u{10FFFF}`;
const escaped = String.raw`\\[()*+\-.?[\\\]^nrt{|}]`;
const inClass = String.raw`(?:[^\-[\\\]${other}]|${escaped})`;
const range = `${inClass}(?:-${inClass})?`;
const characters = String.raw`\[(?!\^\])\^?(?:-|${range})(?:${range})*-?\]`;
const atom = String.raw`[^()*+.?[\\\]{|}^$${other}]|${escaped}|${characters}`;
const most = '(?:[0-9]{1,3}|1000)';
const quantifier = String.raw`(?:[*+?]|\{${most}(?:,${most}?)?\})?`;
let part = `(?:${atom})${quantifier}`;
// Groups in groups, as deep as anybody reads.
for (let depth = 0; depth < 4; depth += 1)
  part = String.raw`(?:${atom}|\((?!\?)(?:${part}|\|)*\))${quantifier}`;
const portable = new RegExp(String.raw`^\^(?:${part})*\$$`, 'u');

function isPortable(pattern: string): boolean {
  if (!portable.test(pattern)) return false;
  try {
    return ['', 'u'].every((flags) => new RegExp(pattern, flags));
  } catch {
    return false;
  }
}

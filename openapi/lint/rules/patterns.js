/**
 * # patterns-are-portable
 *
 * **What.** Every `pattern`, and every name in `patternProperties`, is `^`, an I-Regexp (RFC 9485), and `$`. It has no
 * look-around, back-references, lazy quantifiers, `.`, `\d`, `\s`, `\w`, `\p`, `\u` or `\x`, and repeats nothing more than
 * 1000 times. ECMA-262 compiles it with and without the `u` flag.
 *
 * **Why.** A pattern is compiled by whatever the reader's language has. One that Go's RE2 does not know makes tools
 * reject the whole document; one that means something else rejects valid values there.
 *
 * **Fix.** Write characters instead of escapes (YAML's own escapes are fine: `"[\x01-\x1F]"` in double quotes), and
 * write classes out: `[0-9]` for `\d`.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const patternsArePortable = () => ({
  Schema: {
    enter(schema, { location, report }) {
      const { pattern, patternProperties = {} } = schema ?? {};
      const names = Object.keys(patternProperties).map((name) => ({
        text: name,
        place: location.child(['patternProperties', name]).key(),
      }));
      const own = pattern === undefined ? [] : [{ text: pattern, place: location.child('pattern') }];
      for (const { text, place } of [...own, ...names])
        if (!isPortable(text))
          report({ message: `The pattern \`${text}\` is not portable.`, location: place });
    },
  },
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

/** @param {string} pattern */
function isPortable(pattern) {
  if (!portable.test(pattern)) return false;
  try {
    return ['', 'u'].every((flags) => new RegExp(pattern, flags));
  } catch {
    return false;
  }
}

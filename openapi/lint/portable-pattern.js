/**
 * Why RE2, ECMA-262 with and without the `u` flag, and I-Regexp (RFC 9485) do not all accept a pattern, or read it in
 * different ways; undefined when it is portable. A portable pattern is `^`, an I-Regexp, and `$`. The I-Regexp leaves out
 * what others read differently (anchors, `.`, `\p{…}`, characters of two code units), and line terminators, which would
 * end the regular expression literal that a generator writes.
 *
 * @param {string} pattern @returns {string | undefined}
 */
export function portabilityErrorOf(pattern) {
  if (!pattern.startsWith('^') || !pattern.endsWith('$'))
    return 'it does not start with `^` and end with `$`';
  try {
    parse(pattern.slice(1, -1));
    for (const flags of ['', 'u']) new RegExp(pattern, flags);
    return undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return cause.message;
    throw cause;
  }
}

/** @param {string} text the part between the anchors @throws {SyntaxError} at the first part that is not portable */
function parse(text) {
  let at = 0;

  /** @param {RegExp} token sticky @returns {string | undefined} */
  function take(token) {
    token.lastIndex = at;
    const [taken] = token.exec(text) ?? [];
    at += taken?.length ?? 0;
    return taken;
  }

  /** @returns {number} how often the most repeated part is counted, which RE2 limits */
  function branch() {
    let most = 1;
    for (let atom = takeAtom(); atom !== undefined; atom = takeAtom()) {
      const counts = take(QUANTIFIER)?.match(/\d+/g)?.map(Number) ?? [];
      most = Math.max(most, atom * Math.max(1, ...counts));
      if (most > MOST_REPETITIONS) throw new SyntaxError(`it repeats more than ${MOST_REPETITIONS} times`);
    }
    return most;
  }

  /** @returns {number | undefined} like `branch`; undefined at the end of a branch */
  function takeAtom() {
    if (take(OPEN) === undefined) return (take(NORMAL) ?? take(ESCAPE) ?? take(CLASS)) ? 1 : undefined;
    let most = branch();
    while (take(OR) !== undefined) most = Math.max(most, branch());
    if (take(CLOSE) === undefined) throw unexpected();
    return most;
  }

  function unexpected() {
    const rest = text.slice(at, at + 10);
    return new SyntaxError(rest === '' ? 'a group has no end' : `\`${rest}\` is not in the portable syntax`);
  }

  branch();
  if (at < text.length) throw unexpected();
}

const MOST_REPETITIONS = 1000;
const OPEN = /\((?!\?)/y;
const CLOSE = /\)/y;
const OR = /\|/y;
// RFC 9485, 3: NormalChar without anchors, SingleCharEsc, quantifier, and charClassExpr without `\p{…}`.
const NORMAL = /[^()*+.?[\\\]{|}^$\n\r\u2028\u2029\u{D800}-\u{DFFF}\u{10000}-\u{10FFFF}]/uy;
const ESCAPE = /\\[()*+\-.?[\\\]^nrt{|}]/y;
const QUANTIFIER = /[*+?]|\{\d+(,\d*)?\}/y;
const CLASS_CHARACTER = String.raw`(?:[^\-[\\\]\n\r\u2028\u2029\u{D800}-\u{DFFF}\u{10000}-\u{10FFFF}]|${ESCAPE.source})`;
const CLASS_PART = `${CLASS_CHARACTER}(?:-${CLASS_CHARACTER})?`;
const CLASS = new RegExp(String.raw`\[(?!\^\])\^?(?:-|${CLASS_PART})(?:${CLASS_PART})*-?\]`, 'uy');

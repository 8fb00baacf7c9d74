/**
 * A text as someone reads it who undoes a coding. Its characters are the bytes of UTF-8, so that all codings are one to one, and each
 * comes from a range of the original text.
 */
export interface Reading {
  readonly text: string;
  startOf(at: number): number;
  endOf(at: number): number;
}

/** One coding inside another: Base64 of Base64, or what a percent-encoded Base64 hides. */
const maxDepth = 3;
/** `%2525` is a percent sign after three passes. */
const maxPasses = 4;

/** The text itself, and everything that it says when escapes, Base64 and hexadecimal digits in it are decoded, again and again. */
export function* readingsOf(text: string): Generator<Reading> {
  yield* decodedFrom(bytesOf(text), maxDepth);
}

function* decodedFrom(reading: Reading, depth: number): Generator<Reading> {
  let current: Reading | undefined = reading;
  for (let pass = 0; pass <= maxPasses && current !== undefined; pass += 1) {
    yield current;
    if (depth > 0) {
      for (const run of encodedRuns(current)) yield* decodedFrom(run, depth - 1);
    }
    current = withoutEscapes(current);
  }
}

function bytesOf(text: string): Reading {
  const bytes = Buffer.from(text).toString('latin1');
  if (bytes.length === text.length)
    return { text: bytes, startOf: (at) => at, endOf: (at) => at + 1 };

  const places = createPlaces(bytes.length);
  let from = 0;
  for (const char of text) {
    places.add(Buffer.byteLength(char), from, from + char.length);
    from += char.length;
  }
  return { text: bytes, ...places };
}

/** Where each byte comes from. */
function createPlaces(length: number) {
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  let filled = 0;
  return {
    add: (bytes: number, start: number, end: number) => {
      starts.fill(start, filled, filled + bytes);
      ends.fill(end, filled, filled + bytes);
      filled += bytes;
    },
    startOf: (at: number) => starts[at] ?? 0,
    endOf: (at: number) => ends[at] ?? 0,
  };
}

// Percent-encoding, references of HTML, and escapes of JSON and of programming languages.
const escapes =
  /%([0-9a-f]{2})|&(?:([a-z]{2,8})|#0{0,20}(\d{1,7})|#x0{0,20}([0-9a-f]{1,6}));|\\(?:u(d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[0-9a-f]{4})|x([0-9a-f]{2})|(["'\\/bfnrt]))/gi;

/** References of HTML to characters of ASCII, by their names in lower case, and the space that does not break. */
const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  tab: '\t',
  newline: '\n',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  hat: '^',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
};

/** What follows the backslash of an escape. */
const escaped: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Undefined if there is nothing to decode. */
function withoutEscapes(reading: Reading): Reading | undefined {
  const { text } = reading;
  const pieces: string[] = [];
  const places = createPlaces(text.length);
  let done = 0;

  const keep = (until: number) => {
    pieces.push(text.slice(done, until));
    for (let at = done; at < until; at += 1) places.add(1, reading.startOf(at), reading.endOf(at));
  };
  for (const match of text.matchAll(escapes)) {
    const end = match.index + match[0].length;
    const bytes = decodeEscape(match);
    keep(match.index);
    pieces.push(bytes);
    places.add(bytes.length, reading.startOf(match.index), reading.endOf(end - 1));
    done = end;
  }
  if (done === 0) return undefined;
  keep(text.length);
  return { text: pieces.join(''), ...places };
}

function decodeEscape([
  whole,
  percent,
  name,
  decimal,
  hex,
  unicode,
  byte,
  char,
]: RegExpMatchArray): string {
  const octet = percent ?? byte;
  if (octet !== undefined) return String.fromCharCode(Number.parseInt(octet, 16));
  if (unicode !== undefined)
    return asBytes(
      String.fromCharCode(...unicode.split(/\\u/i).map((unit) => Number.parseInt(unit, 16))),
    );
  if (name !== undefined) return asBytes(references[name.toLowerCase()] ?? whole);
  if (char !== undefined) return asBytes(escaped[char.toLowerCase()] ?? char);
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return asBytes(point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point));
}

const asBytes = (text: string) => Buffer.from(text).toString('latin1');

interface Coding {
  readonly runs: RegExp;
  readonly bitsPerDigit: number;
  /** The digits of a group, which says whole bytes. */
  readonly digits: number;
  /** The value of each digit by its character. What is no digit counts as 0. */
  readonly values: Uint8Array;
}

const base64: Coding = {
  runs: /[A-Za-z0-9+/_-]{8,}/g,
  bitsPerDigit: 6,
  digits: 4,
  values: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', '-_', 62),
};
const hex: Coding = {
  runs: /[0-9a-f]{12,}/gi,
  bitsPerDigit: 4,
  digits: 2,
  values: valuesOf('0123456789abcdef', 'ABCDEF', 10),
};

/** @param others more characters, whose values begin with `from` */
function valuesOf(digits: string, others: string, from: number): Uint8Array {
  const values = new Uint8Array(256);
  for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value;
  for (const [at, digit] of [...others].entries()) values[digit.charCodeAt(0)] = from + at;
  return values;
}

/**
 * What runs of Base64 and of hexadecimal digits say. All runs are decoded together, because a body has thousands of them, and from each
 * digit of a group, because a run may begin inside one.
 */
function* encodedRuns(reading: Reading): Generator<Reading> {
  for (const coding of [base64, hex]) {
    const runs = [...reading.text.matchAll(coding.runs)];
    if (runs.length === 0) continue;
    const joined = join(reading, runs);
    for (let skipped = 0; skipped < coding.digits; skipped += 1)
      yield decode(joined, skipped, coding);
  }
  yield* listedBytes(reading);
  // UTF-16, of which every other byte of an ASCII text is 0.
  if (/(?:[^\0]\0){6}/.test(reading.text)) yield without(reading, /\0+/g);
}

/** Bytes as programs print them: `73:6b:5f`, `736b 5f6c`, `0x73, 0x6b`, and `[115, 107, 95]`. */
function* listedBytes(reading: Reading): Generator<Reading> {
  const digits = join(reading, [...reading.text.matchAll(separatedHex)]);
  if (digits.text !== '') yield decode(without(digits, /0x|[^0-9a-f\0]+/gi), 0, hex);

  const numbers = [...reading.text.matchAll(listedNumbers)].flatMap(({ 0: list, index }) =>
    [...list.matchAll(/\d+/g)].map((number) => ({
      code: Number(number[0]),
      start: index + number.index,
      end: index + number.index + number[0].length - 1,
    })),
  );
  if (numbers.length === 0) return;
  yield {
    text: numbers.map(({ code }) => String.fromCharCode(code & 0xff)).join(''),
    startOf: (at) => reading.startOf(numbers[at]?.start ?? 0),
    endOf: (at) => reading.endOf(numbers[at]?.end ?? 0),
  };
}

const separatedHex =
  /(?:(?:0x)?(?:[0-9a-f]{2}){1,4}[\s:,.-]{1,3}){2,}(?:0x)?(?:[0-9a-f]{2}){1,4}/gi;
const listedNumbers = /(?:\d{1,3}\s{0,16},\s{0,16}){7,}\d{1,3}/g;

/** A reading without the characters that match. */
function without(reading: Reading, pattern: RegExp): Reading {
  const { text } = reading;
  const kept: number[] = [];
  let done = 0;
  const keep = (until: number) => {
    for (let at = done; at < until; at += 1) kept.push(at);
  };
  for (const match of text.matchAll(pattern)) {
    keep(match.index);
    done = match.index + match[0].length;
  }
  keep(text.length);
  return {
    text: kept.map((at) => text[at]).join(''),
    startOf: (at) => reading.startOf(kept[at] ?? 0),
    endOf: (at) => reading.endOf(kept[at] ?? 0),
  };
}

function join(reading: Reading, runs: readonly RegExpExecArray[]): Reading {
  const text = runs.map(([run]) => run).join('\0');
  const places = createPlaces(text.length);
  for (const { 0: run, index } of runs) {
    for (let at = index; at < index + run.length; at += 1)
      places.add(1, reading.startOf(at), reading.endOf(at));
    // Of the character between two runs.
    places.add(1, 0, 0);
  }
  return { text, ...places };
}

function decode(joined: Reading, skipped: number, coding: Coding): Reading {
  const { bitsPerDigit, digits, values } = coding;
  const bytesPerGroup = (bitsPerDigit * digits) / 8;
  const groups = Math.ceil((joined.text.length - skipped) / digits);
  const bytes = Buffer.alloc(groups * bytesPerGroup);
  for (let group = 0; group < groups; group += 1) {
    let bits = 0;
    for (let at = 0; at < digits; at += 1) {
      const code = joined.text.charCodeAt(skipped + group * digits + at);
      bits = (bits << bitsPerDigit) | (values[code] ?? 0);
    }
    bytes.writeUIntBE(bits, group * bytesPerGroup, bytesPerGroup);
  }
  const last = joined.text.length - 1;
  return {
    text: bytes.toString('latin1'),
    startOf: (at) => joined.startOf(skipped + Math.floor((8 * at) / bitsPerDigit)),
    endOf: (at) => joined.endOf(Math.min(last, skipped + Math.floor((8 * at + 7) / bitsPerDigit))),
  };
}

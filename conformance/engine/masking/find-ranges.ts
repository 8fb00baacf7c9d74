import { isCommon } from '../mask.ts';
import { type Reading, readingsOf } from './readings.ts';

export interface Named {
  readonly name: string;
  readonly value: string;
}

/** A part of a text that says a secret, or a part of one. */
export interface Range {
  readonly start: number;
  readonly end: number;
  /** What takes its place: `$NAME`, or `${NAME:2:14}` for a part. */
  readonly replacement: string;
  readonly isWhole: boolean;
}

/** A secret as bytes, in one case. */
interface Needle extends Named {
  readonly text: string;
  /** Shorter parts also occur by chance. */
  readonly shortest: number;
}

interface Hit {
  readonly needle: Needle;
  readonly at: number;
}

/** Every part that is found contains a window, whole. */
const windowLength = 6;
const hashBits = 18;
/** A part of this length is masked whatever it is. Of a shorter secret, half of it is too much to show. */
const longestNeeded = 12;

/**
 * Finds secrets in texts, in whatever coding and case, whole or in part. A run knows hundreds of them, and some bodies have a
 * megabyte: each reading of a text is read once.
 */
export function createFinder() {
  // In another case, a short secret is too often another word.
  const short: Pick<Needle, 'name' | 'text'>[] = [];
  const index = createIndex();
  const beginnings = new Map<string, Named[]>();

  return {
    add: (secret: Named): void => {
      const { name, value } = secret;
      const text = Buffer.from(value).toString('latin1');
      if (text.length < windowLength) short.push({ name, text });
      for (const needle of needlesOf(secret)) addTo(index, needle);
      addBeginning(beginnings, secret);
    },
    find: (text: string): readonly Range[] => {
      const ranges: Range[] = [];
      const add = (found: Iterable<Range>) => {
        for (const range of found) ranges.push(range);
      };
      for (const reading of readingsOf(text)) {
        for (const needle of short) add(wholeIn(reading, needle));
        if (index.hits.size > 0) add(partsIn(reading, index));
      }
      add(cutIn(text, beginnings));
      return ranges;
    },
  };
}

function needlesOf({ name, value }: Named): Needle[] {
  // Bytes have no case beyond ASCII.
  const cases = [value, value.toLowerCase(), value.toUpperCase()];
  const spellings = new Set(
    cases.map((text) => Buffer.from(text).toString('latin1').toLowerCase()),
  );
  // What forms write for a space, and what is no JSON for a quote.
  for (const [from, to] of [
    [' ', '+'],
    ['"', "'"],
  ] as const)
    for (const spelling of [...spellings]) spellings.add(spelling.replaceAll(from, to));
  // In Latin-1, and what is left of it when a reader takes it for UTF-8.
  if (/[\u0080-\u00ff]/.test(value) && !/[\u0100-\uffff]/.test(value)) {
    spellings.add(value.toLowerCase());
    const read = Buffer.from(value, 'latin1').toString();
    if (/[ -~]{8}/.test(read)) spellings.add(Buffer.from(read).toString('latin1').toLowerCase());
  }
  return [...spellings].map((text): Needle => {
    const half = Math.max(windowLength, Math.ceil(text.length / 2));
    return { name, value, text, shortest: Math.min(longestNeeded, half) };
  });
}

type Index = ReturnType<typeof createIndex>;

function createIndex() {
  return { hits: new Map<string, Hit[]>(), hashes: new Uint8Array(1 << hashBits) };
}

function addTo({ hits, hashes }: Index, needle: Needle): void {
  // Any part of twice the length of a window contains one of those that stand side by side.
  const step = needle.shortest >= 2 * windowLength - 1 ? windowLength : 1;
  for (let at = 0; at + windowLength <= needle.text.length; at += step) {
    const window = needle.text.slice(at, at + windowLength);
    const known = hits.get(window) ?? [];
    if (known.at(-1)?.needle === needle) continue;
    known.push({ needle, at });
    hits.set(window, known);
    hashes[hashAt(window, 0)] = 1;
  }
}

// Of three bytes: most places of a text are no beginning of any window.
function hashAt(text: string, at: number): number {
  const three =
    (text.charCodeAt(at) << 12) ^ (text.charCodeAt(at + 1) << 6) ^ text.charCodeAt(at + 2);
  return three & ((1 << hashBits) - 1);
}

function* partsIn(reading: Reading, { hits, hashes }: Index) {
  const text = reading.text.toLowerCase();
  const ends = new Map<Needle, number>();
  for (let at = 0; at + windowLength <= text.length; at += 1) {
    if (hashes[hashAt(text, at)] === 0) continue;
    const found: Part[] = [];
    for (const hit of hits.get(text.slice(at, at + windowLength)) ?? []) {
      if (at + windowLength <= (ends.get(hit.needle) ?? 0)) continue;
      const part = extend(text, at, hit);
      ends.set(hit.needle, part.end);
      if (isTelling(text.slice(part.start, part.end), hit.needle)) found.push(part);
    }
    // Of hundreds of tokens that begin alike, two cover all others.
    for (const part of outermost(found)) yield toRange(reading, part, part.needle, part.from);
  }
}

/** A part of a text that is a part of a secret, from a place in that. */
interface Part {
  readonly needle: Needle;
  readonly start: number;
  readonly end: number;
  readonly from: number;
}

/** Of parts that have a place in common: the one that begins first, and the one that ends last. Of equal ones, a whole secret. */
function outermost(parts: readonly Part[]): ReadonlySet<Part> {
  const [first] = parts;
  if (first === undefined) return new Set();
  const isWhole = ({ start, end, needle }: Part) => end - start === needle.text.length;
  const choose = (isBetter: (one: Part, best: Part) => boolean) =>
    parts.reduce((best, one) => {
      const isSame = one.start === best.start && one.end === best.end;
      return isBetter(one, best) || (isSame && isWhole(one) && !isWhole(best)) ? one : best;
    }, first);
  return new Set([
    choose(
      (one, best) => one.start < best.start || (one.start === best.start && one.end > best.end),
    ),
    choose((one, best) => one.end > best.end),
  ]);
}

/** Whether a part of a secret is no accident: it is long, or long enough and no word. */
function isTelling(part: string, { text, shortest }: Needle): boolean {
  if (part.length === text.length || part.length >= longestNeeded) return true;
  return part.length >= shortest && !isCommon(part);
}

/** As far as text and secret agree around a window. */
function extend(text: string, at: number, { needle, at: from }: Hit): Part {
  let before = 0;
  while (before < from && text[at - before - 1] === needle.text[from - before - 1]) before += 1;
  let after = windowLength;
  while (from + after < needle.text.length && text[at + after] === needle.text[from + after])
    after += 1;
  return { needle, start: at - before, end: at + after, from: from - before };
}

function* wholeIn(reading: Reading, needle: Pick<Needle, 'name' | 'text'>) {
  const { text } = reading;
  const { length } = needle.text;
  for (let at = text.indexOf(needle.text); at >= 0; at = text.indexOf(needle.text, at + length))
    yield toRange(reading, { start: at, end: at + length }, needle, 0);
}

function toRange(
  reading: Reading,
  { start, end }: { readonly start: number; readonly end: number },
  { name, text }: Pick<Needle, 'name' | 'text'>,
  from: number,
): Range {
  const length = end - start;
  const isWhole = length === text.length;
  return {
    start: reading.startOf(start),
    end: reading.endOf(end - 1),
    replacement: isWhole ? `$${name}` : `\${${name}:${from}:${length}}`,
    isWhole,
  };
}

const shortestBeforeCut = 4;
/** No text that the tool cuts shows more of a secret. */
const longestBeforeCut = 256;

function addBeginning(beginnings: Map<string, Named[]>, secret: Named): void {
  if (secret.value.length <= shortestBeforeCut) return;
  const beginning = secret.value.slice(0, shortestBeforeCut);
  const same = beginnings.get(beginning) ?? [];
  same.push(secret);
  beginnings.set(beginning, same);
}

/** The beginning of a secret at which a text was cut, before it came here to be masked. */
function* cutIn(text: string, beginnings: ReadonlyMap<string, readonly Named[]>): Generator<Range> {
  for (const { index: end } of text.matchAll(/ ?…/g)) {
    for (
      let start = Math.max(0, end - longestBeforeCut);
      start + shortestBeforeCut <= end;
      start += 1
    ) {
      const candidates = beginnings.get(text.slice(start, start + shortestBeforeCut)) ?? [];
      const part = text.slice(start, end);
      const secret = candidates.find(({ value }) => value.startsWith(part));
      if (secret === undefined) continue;
      const replacement = `\${${secret.name}:0:${end - start}}`;
      yield { start, end, replacement, isWhole: false };
      break;
    }
  }
}

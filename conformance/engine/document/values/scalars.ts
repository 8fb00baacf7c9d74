import fc from 'fast-check';
import { Digits } from '../../bounded/digits.ts';
import { OutOfFuel } from '../../bounded/fuel.ts';
import { sampleLimits } from '../../bounded/limits.ts';
import {
  addTo,
  compareNumbers,
  isNumeric,
  isWholeMultiple,
  type Numeric,
} from '../../bounded/long-numbers.ts';
import { compilePattern } from '../../bounded/pattern.ts';
import type { JsonObject } from '../model/pointer.ts';
import { matchingText } from './matching-text.ts';

export function numberAt(schema: JsonObject, key: string): number | undefined {
  const value = boundAt(schema, key);
  return value === undefined ? undefined : Number(value);
}

/** With all digits. */
export function boundAt(schema: JsonObject, key: string): Numeric | undefined {
  const value = schema[key];
  return isNumeric(value) ? value : undefined;
}

/** Values of a type that a schema allows, the simplest first; `sample` or 1 where none is found. */
export function scalarsOf(type: string, schema: JsonObject): readonly unknown[] {
  if (type === 'boolean') return [true, false];
  if (type === 'null') return [null];
  return type === 'string' ? textsOf(schema) : numbersOf(schema, type === 'integer');
}

function numbersOf(schema: JsonObject, isInteger: boolean): Numeric[] {
  const bounds = (keys: string[]) => keys.flatMap((key) => numberAt(schema, key) ?? []);
  const low = Math.max(...bounds(['minimum', 'exclusiveMinimum']));
  const high = Math.min(...bounds(['maximum', 'exclusiveMaximum']));
  const unit = numberAt(schema, 'multipleOf') ?? 1;
  const last = Math.floor(high / unit);
  const first = Number.isFinite(low) ? Math.ceil(low / unit) : 1;
  const isDown = !Number.isFinite(low) && last < 20;
  const counts = Array.from({ length: 20 }, (_, at) => (isDown ? last - 1 - at : first + at));
  const multiples = [1, ...counts, last, 0].map((count) => count * unit);
  const numbers: Numeric[] = [
    ...multiples.slice(0, 2),
    1.5,
    (low + high) / 2,
    low,
    high,
    ...multiples,
  ]
    // 3 × 0.1 is 0.30000000000000004 in binary.
    .map((value) => (Number.isInteger(value) ? value : Number(value.toPrecision(12))))
    .filter((value) => Number.isInteger(value) || (Number.isFinite(value) && !isInteger))
    .filter((value) => fitsNumber(value, schema));
  if (numbers.length === 0) numbers.push(...longNumbersOf(schema));
  return numbers.length === 0 ? [unit] : nothingLast(numbers, 0);
}

/** A server may have more rules for nothing than for something. */
function nothingLast<Value>(values: readonly Value[], nothing: Value): Value[] {
  const different = new Set(values);
  return different.delete(nothing) ? [...different, nothing] : [...different];
}

/** Beyond 2^53, next to a bound. */
function longNumbersOf(schema: JsonObject): Numeric[] {
  const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'];
  return bounds
    .flatMap((key) => boundAt(schema, key) ?? [])
    .filter((bound) => bound instanceof Digits)
    .flatMap((bound) => [bound, addTo(bound, 1), addTo(bound, -1)])
    .filter((value) => fitsNumber(value, schema));
}

export function fitsNumber(value: Numeric, schema: JsonObject): boolean {
  const holds = (key: string, isRight: (order: number) => boolean) => {
    const bound = boundAt(schema, key);
    return bound === undefined || isRight(compareNumbers(value, bound));
  };
  return (
    holds('minimum', (order) => order >= 0) &&
    holds('maximum', (order) => order <= 0) &&
    holds('exclusiveMinimum', (order) => order > 0) &&
    holds('exclusiveMaximum', (order) => order < 0) &&
    fitsStep(value, boundAt(schema, 'multipleOf'))
  );
}

function fitsStep(value: Numeric, step: Numeric | undefined): boolean {
  if (step === undefined) return true;
  const times = Number(value) / Number(step);
  return isWholeMultiple(value, step) ?? Math.abs(times - Math.round(times)) < 1e-9;
}

/** Where a first text is too long for a schema, the second may be short enough. */
const formats: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-05-17'],
  'date-time': ['2024-05-17T09:30:00Z'],
  time: ['09:30:00Z'],
  duration: ['P1D'],
  email: ['ada@example.com', 'a@b.co'],
  'idn-email': ['ada@example.com', 'a@b.co'],
  hostname: ['example.com', 'b.co'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  uri: ['https://example.com/a', 'https://b.co'],
  iri: ['https://example.com/a'],
  url: ['https://example.com/a', 'https://b.co'],
  'uri-reference': ['/a'],
  uuid: ['3fa85f64-5717-4562-b3fc-2c963f66afa6'],
  byte: ['c2FtcGxl'],
  regex: ['^a$'],
  'json-pointer': ['/a'],
};

/** For patterns: they are easy to read, and the library cannot make texts of every pattern. */
const common = ['sample', 'Sample', 'SAMPLE', 'Sample-1', 'Sample1x', '12345678', 'Sample1@'];
/** For patterns that ask for more. */
const commonOfAnyLength = [10, 12, 16, 20, 24, 32, 36, 40, 44, 64].flatMap((length) =>
  common.map((text) => repeated(text, length)),
);

function textsOf(schema: JsonObject): string[] {
  const least = numberAt(schema, 'minLength') ?? 0;
  if (least > sampleLimits.characters) throw new OutOfFuel('a text would be too long');
  const format = formats[schema.contentEncoding === 'base64' ? 'byte' : String(schema.format)];
  const plain = format ?? ['sample'];
  const { pattern } = schema;
  const matching = typeof pattern === 'string' ? textsLike(pattern, least) : [];
  const others = plain.flatMap((text) => variants(text, format !== undefined));
  const candidates = [
    ...plain.flatMap((text) => [
      text.padEnd(least, 'x'),
      text.repeat(Math.ceil(least / text.length)),
    ]),
    ...plain.map((text) => text.slice(0, numberAt(schema, 'maxLength'))),
    ...(format === undefined ? [...matching, ...others] : [...others, ...matching]),
  ];
  const texts = candidates.filter((text) => fitsText(text, schema));
  return texts.length === 0 ? ['sample'] : nothingLast(texts, '');
}

function textsLike(pattern: string, least: number): string[] {
  const simple = common.flatMap((text) => [text, repeated(text, least)]);
  // Made by a pattern with look-ahead, a text rarely fits and is hard to read.
  return compilePattern(pattern).how === 'guarded'
    ? [...simple, ...commonOfAnyLength, ...madeFor(pattern)]
    : [...simple, ...madeFor(pattern), ...commonOfAnyLength];
}

function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

export function fitsText(text: string, schema: JsonObject): boolean {
  const length = lengthOf(text);
  const fits =
    length >= (numberAt(schema, 'minLength') ?? 0) &&
    length <= (numberAt(schema, 'maxLength') ?? length);
  return (
    fits &&
    (typeof schema.pattern !== 'string' || (compilePattern(schema.pattern).test(text) ?? true))
  );
}

/** In characters, as JSON Schema counts. */
function lengthOf(text: string): number {
  let pairs = 0;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs += 1;
  return text.length - pairs;
}

/** Others of the same form: `2024-05-10`, `https://example.com/a1`, `1ada@example.com`, `sample1`, `sampl1`. */
function variants(text: string, hasFormat: boolean): string[] {
  const digits = [...'1234567890'];
  if (!hasFormat)
    return ['sample', 'sampl', ''].flatMap((start) => digits.map((digit) => `${start}${digit}`));
  if (/\d/.test(text)) return digits.map((digit) => text.replace(/\d(?=\D*$)/, digit));
  return digits.map((digit) => (text.includes('/') ? `${text}${digit}` : `${digit}${text}`));
}

const made = new Map<string, readonly string[]>();

function madeFor(pattern: string): readonly string[] {
  const known = made.get(pattern) ?? make(pattern);
  made.set(pattern, known);
  return known;
}

function make(pattern: string): string[] {
  const matching = matchingText(pattern);
  if (matching === undefined) return [];
  const texts = fc.sample(matching, { numRuns: 200, seed: 1 });
  // Printable text is easier to read in a report.
  const isReadable = (text: string) => /^[\x21-\x7e]{2,}$/.test(text);
  return [...texts.filter(isReadable), ...texts.filter((text) => !isReadable(text))];
}

import { Digits, writeJson } from '../bounded/digits.ts';

/** How the value of a parameter, a header or a field of a form is text (OpenAPI, "Style Values"; RFC 6570). */
export interface Serialization {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  /** Reserved characters stay as they are, but for those that would end the value. */
  readonly allowReserved?: boolean;
}

interface Style {
  /** Before everything. */
  readonly prefix: string;
  /** Between items, and between names and values. */
  readonly delimiter: string;
  /** The same with `explode`. */
  readonly exploded: string;
  /** Whether each part has the name of the parameter. */
  readonly isNamed: boolean;
}

const unnamed = (delimiter: string): Style => ({
  prefix: '',
  delimiter,
  exploded: delimiter,
  isNamed: false,
});
const form = (delimiter: string): Style => ({
  prefix: '',
  delimiter,
  exploded: '&',
  isNamed: true,
});

const styles: Readonly<Record<string, Style>> = {
  simple: unnamed(','),
  label: { prefix: '.', delimiter: ',', exploded: '.', isNamed: false },
  matrix: { prefix: ';', delimiter: ',', exploded: ';', isNamed: true },
  form: form(','),
  cookie: { ...form(','), exploded: '; ' },
  spaceDelimited: form(' '),
  pipeDelimited: form('|'),
  // `collectionFormat` of Swagger 2: `tsv`, and `ssv`, `tsv` and `pipes` of paths and headers.
  tabDelimited: form('\t'),
  simpleSpaces: unnamed(' '),
  simpleTabs: unnamed('\t'),
  simplePipes: unnamed('|'),
};

const styleOf = (name: string): Style =>
  styles[Object.hasOwn(styles, name) ? name : 'form'] ?? form(',');

/** A value of the path. */
export function pathText(value: unknown, serialization: Serialization): string {
  const { prefix, exploded } = styleOf(serialization.style);
  return prefix + partsOf(value, serialization, encode).join(exploded);
}

/** The pairs of a query or of a form, to be joined with `&`. */
export function formPairs(value: unknown, serialization: Serialization): string[] {
  const encodeValue = serialization.allowReserved ? encodeUnreserved : encode;
  if (serialization.style !== 'deepObject' || !isRecord(value))
    return partsOf(value, serialization, encodeValue);
  return deepPairs(value, encode(serialization.name), encodeValue);
}

/** The pairs of a `Cookie` header. */
export function cookiePairs(value: unknown, serialization: Serialization): string[] {
  const isPlain = serialization.style === 'cookie';
  return partsOf(value, serialization, isPlain ? (text) => text : encode);
}

/** The value of a header, which is not percent-encoded. */
export function headerText(value: unknown, serialization: Serialization): string {
  const { exploded } = styleOf(serialization.style);
  return partsOf(value, serialization, (text) => text).join(exploded);
}

/** The items of a header, as text. */
export function readList(text: string, { style }: Pick<Serialization, 'style'>): string[] {
  if (text === '') return [];
  return text.split(styleOf(style).delimiter).map((item) => item.trim());
}

/** The names and values of a header, as text. Undefined when it is no object. */
export function readPairs(
  text: string,
  { style, explode }: Pick<Serialization, 'style' | 'explode'>,
): (readonly [name: string, value: string])[] | undefined {
  const items = readList(text, { style });
  if (explode) {
    const pairs = items.map((item) => /^([^=]+)=(.*)$/s.exec(item));
    if (pairs.includes(null)) return undefined;
    return pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']);
  }
  if (items.length % 2 === 1) return undefined;
  return items.flatMap((item, at) => (at % 2 === 0 ? [[item, items[at + 1] ?? '']] : []));
}

type Encode = (text: string) => string;

function partsOf(
  value: unknown,
  { name, style, explode }: Serialization,
  encodeText: Encode,
): string[] {
  const { delimiter, isNamed } = styleOf(style);
  const write = (item: unknown) => encodeText(scalarText(item));
  const named = (text: string) => (isNamed ? withName(style, encodeText(name), text) : text);
  const between = delimiter === ',' ? delimiter : encodeText(delimiter);
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => named(write(item)));
    return [named(value.map(write).join(between))];
  }
  if (!isRecord(value)) return [named(write(value))];
  const pairs = Object.entries(value).map(([key, item]) => [encodeText(key), write(item)]);
  if (explode) return pairs.map((pair) => pair.join('='));
  return [named(pairs.flat().join(between))];
}

function withName(style: string, name: string, text: string): string {
  return style === 'matrix' && text === '' ? name : `${name}=${text}`;
}

function deepPairs(value: unknown, name: string, encodeText: Encode): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(item, name, encodeText));
  if (!isRecord(value)) return [`${name}=${encodeText(scalarText(value))}`];
  return Object.entries(value).flatMap(([key, item]) =>
    deepPairs(item, `${name}%5B${encode(key)}%5D`, encodeText),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (value instanceof Digits) return false;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nothing stands for `null`, and JSON for what has no text of its own. */
export function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? writeJson(value) : String(value);
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

const reserved = /%(?:3A|2F|3F|40|24|2C|3B)/g;

/** Leaves `:/?@$,;` as they are. The others would end the value or the query. */
function encodeUnreserved(text: string): string {
  return encode(text).replace(reserved, decodeURIComponent);
}

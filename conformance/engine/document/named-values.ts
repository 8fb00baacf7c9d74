import { parseJson, withTexts } from '../bounded/digits.ts';
import type { Header, Request } from '../http/request.ts';
import { isJsonObject } from './model/pointer.ts';

type NamedValue = readonly [name: string, value: unknown];

/** Of each value that is no object, the outermost first, the name of its field: of its list, and `token` of `{"token": {"value": …}}`. */
export function namedValues(root: unknown): NamedValue[] {
  const leaves: [name: string, value: unknown, depth: number][] = [];
  const walk = (value: unknown, name: string, depth: number) => {
    if (Array.isArray(value)) for (const item of value) walk(item, name, depth);
    else if (isJsonObject(value)) {
      for (const [key, one] of Object.entries(value))
        walk(one, key === 'value' && name ? name : key, depth + 1);
    } else leaves.push([name, withTexts(value), depth]);
  };
  walk(root, '', 0);
  return leaves.toSorted((a, b) => a[2] - b[2]).map(([name, value]) => [name, value]);
}

/** The values of a body with their names, also of what is not quite JSON, or a form: a server may read it. */
export function sentFields(body: Request['body']): NamedValue[] {
  const text = Buffer.from(body ?? '').toString();
  const json = jsonFields(text);
  if (json !== undefined) return json;
  const pairs = text.matchAll(
    /(?<![\w-])([\w-]{1,100})["']?\s*[:=]\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)|'([^']*)|([^"',}&]+))/gs,
  );
  const parts = text.matchAll(
    /\bname=(?:"([^"\r\n]{1,100})"|([^"\s;]{1,100})(?![^"\s;])).{0,300}\r\n(?:.+\r\n){0,5}\r\n(.*)/g,
  );
  const named = [...parts].map(
    ([part, quoted, bare, value]) => [part, quoted ?? bare, value] as const,
  );
  const elements = text.matchAll(/<([\w:-]{1,100})[^<>]{0,300}>([^<>]+)<\//g);
  const found = [...pairs, ...named, ...elements].map(
    ([, name = '', ...values]) => [name, values.find((one) => one) ?? ''] as const,
  );
  const fields = [...found, ...new URLSearchParams(text)];
  return [
    ...fields,
    ...fields.flatMap(([, value]) => (/^\s*[[{]/.test(value) && jsonFields(value)) || []),
  ];
}

function jsonFields(text: string) {
  try {
    return namedValues(parseJson(text));
  } catch {
    return undefined;
  }
}

// The text of an object may be anything: it may have its own `toString`.
export const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The fields of what a body is about, not of what is inside it: of `{"data": {…}}` those inside, of a list those of each item. */
export function ownFields(root: unknown): NamedValue[] {
  if (Array.isArray(root)) return root.flatMap(ownFields);
  if (!isJsonObject(root)) return [];
  const [first, ...others] = Object.values(root);
  return others.length === 0 && typeof first === 'object' ? ownFields(first) : Object.entries(root);
}

/** What a request carries besides its path: parameters of the query, headers, cookies, and the values of the body. */
export function carriedValues({
  target,
  headers = [],
  body,
}: Pick<Request, 'target' | 'headers' | 'body'>) {
  return [...queryOf(target), ...headers, ...cookiesIn(headers), ...sentFields(body)];
}

export function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(target.replace(/^[^?]*/s, ''));
}

export function cookiesIn(headers: readonly Header[]): (readonly [name: string, value: string])[] {
  return headers
    .flatMap(([name, value]) => (name.toLowerCase() === 'cookie' ? value.split(/; */) : []))
    .map((cookie) => /^(?:([^=]*)=)?(.*)/s.exec(cookie)?.slice(1) ?? [])
    .map(([name = '', value = '']) => [name, value]);
}

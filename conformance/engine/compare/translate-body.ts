import { visit } from 'jsonc-parser';
import { readSent } from '../http/read-json.ts';

export interface BodyTranslation {
  /** A value of JSON, or of a form, by the name of its field. */
  field(name: string, value: string | number): unknown;
  /** A body of any other type, or part of one. */
  text(text: string): string;
}

/** A body with other values. Everything else stays as it is written, because some servers reject what others read. */
export function translateBody(
  body: Uint8Array | string,
  mediaType: string,
  translation: BodyTranslation,
): Uint8Array | string {
  if (typeof body === 'string') return translateText(body, mediaType, translation);
  const bytes = Buffer.from(body);
  const text = bytes.toString();
  // In Latin-1, all bytes are characters.
  return Buffer.from(text).equals(bytes)
    ? Buffer.from(translateText(text, mediaType, translation))
    : Buffer.from(translation.text(bytes.toString('latin1')), 'latin1');
}

function translateText(body: string, mediaType: string, translation: BodyTranslation): string {
  if (readSent(body) !== undefined) return translateJson(body, translation);
  return /\bx-www-form-urlencoded\b/i.test(mediaType)
    ? translateForm(body, translation)
    : translation.text(body);
}

function translateJson(body: string, { field }: BodyTranslation): string {
  const parts: string[] = [];
  let end = 0;
  visit(body, {
    onLiteralValue: (literal: unknown, offset, length, _line, _column, path) => {
      if (typeof literal !== 'string' && typeof literal !== 'number') return;
      const written = body.slice(offset, offset + length);
      const isLong = Number.isInteger(literal) && !Number.isSafeInteger(literal);
      const value = isLong ? written : literal;
      const name = path().findLast((step) => typeof step === 'string') ?? '';
      const twin = field(String(name), value);
      if (twin === value) return;
      const isNumber = typeof literal === 'number' && /^-?\d+$/.test(String(twin));
      parts.push(body.slice(end, offset), isNumber ? String(twin) : JSON.stringify(twin));
      end = offset + length;
    },
  });
  return parts.join('') + body.slice(end);
}

/** The parameters of a form or a query. */
export function translateForm(text: string, { field }: Pick<BodyTranslation, 'field'>): string {
  const pairs = [...new URLSearchParams(text)];
  const twins = pairs.map(([name, value]): [string, string] => [name, String(field(name, value))]);
  const isSame = twins.every(([, twin], at) => twin === pairs[at]?.[1]);
  return isSame ? text : new URLSearchParams(twins).toString();
}

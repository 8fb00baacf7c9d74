import { createRequire } from 'node:module';
import type { KnownSecret } from './secret-forms.ts';

/**
 * Whether a secret could be a word of any report: `password`, `demo`, `1234`. Such a secret is masked only where it is a
 * value, so that names of fields, paths and the tool's own sentences stay readable.
 */
export function isCommon(value: string): boolean {
  const text = value.trim();
  if (text.length < 4) return true;
  if (/^\d+$/.test(text)) return text.length < 6;
  return text.length < 24 && /^[a-z]+(?:[-_ ./][a-z]+)*$/i.test(text);
}

export interface MaskCommonOptions {
  /** Leaves a word inside a longer text as it is when it is short or public: `Identity or password is wrong.` */
  readonly exceptPublicWords: boolean;
}

/** Masks common secrets in the values of a JSON text, or in the quoted values of a sentence. Names of fields stay. */
export function maskQuoted(text: string, common: readonly KnownSecret[], options: MaskCommonOptions): string {
  if (common.length === 0) return text;
  return text.replace(/"((?:[^"\\]|\\.)*)"(\s*:)?/gs, (whole, content: string, colon?: string) =>
    colon === undefined ? `"${maskBare(content, common, options)}"` : whole,
  );
}

/** Masks common secrets in a text without quotes, such as the value of a header or of a form field. */
export function maskBare(text: string, common: readonly KnownSecret[], options: MaskCommonOptions): string {
  return maskWhole(text, common) ?? maskWords(text, common, options);
}

function maskWhole(text: string, common: readonly KnownSecret[]): string | undefined {
  const found = common.find(({ forms }) => forms.some((form) => form.text === text));
  return found && `$${found.name}`;
}

/** A shorter word is in almost every sentence. */
const shortestWord = 4;

function maskWords(
  text: string,
  common: readonly KnownSecret[],
  { exceptPublicWords }: MaskCommonOptions,
): string {
  const names = new Map(
    common
      .filter(({ value }) => !exceptPublicWords || (value.length >= shortestWord && !isPublic(value)))
      .flatMap(({ name, forms }) => forms.map((form) => [form.text, name] as const)),
  );
  if (names.size === 0) return text;
  const words = [...names.keys()].map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  // Not the name of a field in malformed JSON or in a form, and not a variable that masks another secret.
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_$]|\\$\\{)(?:${words})(?![\\p{L}\\p{N}_]|["']?\\s*[:=])`, 'gu');
  return text.replace(whole, (word) => `$${names.get(word) ?? word}`);
}

let publicWords: ReadonlySet<string> | undefined;

/** Whether the contract itself uses the word, so that reading it in a message reveals nothing. */
function isPublic(value: string): boolean {
  publicWords ??= new Set(
    JSON.stringify(createRequire(import.meta.url)('#openapi'))
      .toLowerCase()
      .match(/[a-z]+/g),
  );
  return publicWords.has(value.toLowerCase());
}

import { escapePattern } from './escape-pattern.ts';

/** A text in which a server, a shell command or a report may contain a secret. */
export interface SecretForm {
  readonly form: 'plain' | 'json' | 'percent' | 'base64' | 'hex';
  readonly text: string;
}

export interface KnownSecret {
  readonly name: string;
  readonly value: string;
  readonly forms: readonly SecretForm[];
}

/** In shorter values, the text of these forms would also occur by chance. */
const shortestEncoded = 8;

/** Every form of a value, the plain one first. */
export function formsOf(value: string): readonly SecretForm[] {
  const bytes = Buffer.from(value);
  const forms: SecretForm[] = [
    { form: 'plain', text: value },
    ...jsonForms(value).map((text) => ({ form: 'json', text }) as const),
    { form: 'percent', text: percent(value) },
    // As a form has it: `+` for a space, and more characters escaped.
    { form: 'percent', text: new URLSearchParams([['', value]]).toString().slice(1) },
    { form: 'percent', text: bytes.toString('hex').toUpperCase().replace(/../g, '%$&') },
  ];
  if (value.length >= shortestEncoded) {
    for (const offset of [0, 1, 2]) {
      const text = base64Core(bytes, offset);
      forms.push({ form: 'base64', text });
      forms.push({ form: 'base64', text: text.replaceAll('+', '-').replaceAll('/', '_') });
    }
    forms.push({ form: 'hex', text: bytes.toString('hex') });
    forms.push({ form: 'hex', text: bytes.toString('hex').toUpperCase() });
  }
  return forms.filter(({ text }, at) => forms.findIndex((other) => other.text === text) === at);
}

// The part of the base64 text that does not depend on what comes before and after the value.
function base64Core(bytes: Buffer, offset: number): string {
  const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = offset === 0 ? 0 : offset + 1;
  const loose = (bytes.length + offset) % 3;
  return shifted.slice(start, loose === 0 ? undefined : -1);
}

/** What encoders escape beside what JSON requires: slashes, characters beyond ASCII, those of HTML, and quotes by their number. */
function jsonForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const sets = [
    /(?!)/g,
    /[\u007f-\uffff]/g,
    /[&<>]/g,
    /[\u007f-\uffff&<>]/g,
    /[\u007f-\uffff&<>'+`]|\\"/g,
  ];
  // As a text with JSON has it, and in two bodies that are not JSON: with single quotes, and in Latin-1.
  const others = [JSON.stringify(json).slice(1, -1), json.replaceAll('"', "'")];
  if (!/[\u0100-\uffff]/.test(json) && /[ -~]{8}/.test(json))
    others.push(Buffer.from(json, 'latin1').toString());
  const escaped = [json, json.replaceAll('/', '\\/')].flatMap((text) =>
    sets.flatMap((set) => {
      const hex = (unit: string) =>
        unit
          .charCodeAt(unit.length - 1)
          .toString(16)
          .padStart(4, '0');
      const lower = text.replace(set, (unit) => `\\u${hex(unit)}`);
      return [lower, text.replace(set, (unit) => `\\u${hex(unit).toUpperCase()}`)];
    }),
  );
  return [...escaped, ...others];
}

function percent(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no percent form.
    return value;
  }
}

/** Words of one case, or with a capital. Other mixtures of cases are no words, but keys. */
const words = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+)(?:[-_ ./](?:[a-z]+|[A-Z][a-z]*|[A-Z]+))*$/;
const shortestKey = 8;
/** Longer ones are pass phrases, or random letters. */
const longestWords = 12;

/**
 * Whether a secret could be a word of any report: `password`, `demo`, `1234`. Such a secret is masked only where it is a
 * value, so that names of fields, paths and the tool's own sentences stay readable.
 */
export function isCommon(value: string): boolean {
  const text = value.trim();
  if (text.length < 4) return true;
  if (/^\d+$/.test(text)) return text.length < 6;
  if (text.length < shortestKey) return /^[a-z]+(?:[-_ ./][a-z]+)*$/i.test(text);
  return text.length <= longestWords && words.test(text);
}

/** Words that stay inside a longer text, as short ones do: `Identity or password is wrong.` */
type Except = ReadonlySet<string> | undefined;

/** Masks common secrets in the values of a JSON text, or in the quoted values of a sentence. Names of fields stay. */
export function maskQuoted(text: string, common: readonly KnownSecret[], except: Except): string {
  if (common.length === 0) return text;
  return text.replace(/"((?:[^"\\]|\\.)*)"(\s*:)?/gs, (whole, content: string, colon?: string) =>
    colon === undefined ? `"${maskBare(content, common, except)}"` : whole,
  );
}

/** Masks common secrets in a text without quotes, such as the value of a header or of a form field. */
export function maskBare(text: string, common: readonly KnownSecret[], except: Except): string {
  const whole = common.find(({ forms }) => forms.some((form) => form.text === text));
  return whole ? `$${whole.name}` : maskWords(text, common, except);
}

/** A shorter word is in almost every sentence. */
const shortestWord = 4;

function maskWords(text: string, common: readonly KnownSecret[], except: Except): string {
  const names = new Map(
    common
      .filter(
        ({ value }) =>
          except === undefined ||
          (value.length >= shortestWord && !except.has(value.toLowerCase())),
      )
      .flatMap(({ name, forms }) => forms.map((form) => [form.text, name] as const)),
  );
  if (names.size === 0) return text;
  const words = [...names.keys()].map(escapePattern).join('|');
  // Not the name of a field in malformed JSON or in a form, and not a variable that masks another secret.
  const whole = new RegExp(
    `(?<![\\p{L}\\p{N}_$]|\\$\\{)(?:${words})(?![\\p{L}\\p{N}_]|["']?\\s*[:=])`,
    'gu',
  );
  return text.replace(whole, (word) => `$${names.get(word) ?? word}`);
}

/** The words of a document that everyone may read. In a message, they reveal nothing. */
export function wordsIn(document: object): ReadonlySet<string> {
  return new Set(
    JSON.stringify(document)
      .toLowerCase()
      .match(/[a-z]+/g),
  );
}

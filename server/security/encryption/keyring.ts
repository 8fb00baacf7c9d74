import { type Random, randomBase62 } from '../random.ts';

export interface EncryptionKey {
  /** 8 base62 characters. Every encrypted text contains the id of its key. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** 256 random bits. */
  readonly bytes: Uint8Array;
}

/** The keys that stored secrets are encrypted with. All of them decrypt; the current one encrypts. */
export interface Keyring {
  readonly current: string;
  readonly keys: readonly EncryptionKey[];
}

/** The length of a key's id. Encrypted texts have the id at a fixed place, so that SQL can find it. */
export const keyIdLength = 8;

const keyBytes = 32;

export function createKeyring(random: Random, now: number): Keyring {
  const key = createKey(random, now);
  return { current: key.id, keys: [key] };
}

export function withNewKey(ring: Keyring, random: Random, now: number): Keyring {
  const key = createKey(random, now);
  return { current: key.id, keys: [...ring.keys, key] };
}

export function withoutKey(ring: Keyring, id: string): Keyring {
  return { ...ring, keys: ring.keys.filter((key) => key.id !== id) };
}

export function findKey(ring: Keyring, id: string): EncryptionKey | undefined {
  return ring.keys.find((key) => key.id === id);
}

function createKey(random: Random, now: number): EncryptionKey {
  return { id: randomBase62(keyIdLength, random), createdAt: now, bytes: random(keyBytes) };
}

/** The text of the secrets file: JSON, with a version, and keys in base64. */
export function formatKeyring({ current, keys }: Keyring): string {
  const file = {
    version: 1,
    current,
    keys: keys.map(({ id, createdAt, bytes }) => ({
      id,
      created_at: new Date(createdAt).toISOString(),
      key: Buffer.from(bytes).toString('base64'),
    })),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** @throws SecretsError that names the wrong part and quotes nothing */
export function parseKeyring(text: string): Keyring {
  const { version, current, keys } = fieldsOf(parseJson(text));
  if (version !== 1) throw malformed('its version is not 1: a newer release may have written it');
  if (!Array.isArray(keys) || keys.length === 0) throw malformed('it has no keys');
  const parsed = keys.map(parseKey);
  if (new Set(parsed.map(({ id }) => id)).size !== parsed.length)
    throw malformed('two keys have the same id');
  if (!parsed.some(({ id }) => id === current))
    throw malformed('its current key is not among its keys');
  return { current: String(current), keys: parsed };
}

function parseKey(value: unknown, index: number): EncryptionKey {
  const { id, created_at, key } = fieldsOf(value);
  const wrong = (field: string) => malformed(`\`${field}\` of key ${index + 1} is not valid`);
  if (typeof id !== 'string' || !/^[0-9A-Za-z]{8}$/.test(id)) throw wrong('id');
  const createdAt = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
  if (Number.isNaN(createdAt)) throw wrong('created_at');
  const bytes = typeof key === 'string' ? decodeCanonical(key, 'base64') : undefined;
  if (bytes?.length !== keyBytes) throw wrong('key');
  return { id, createdAt, bytes };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without a cause: the parser's message quotes the file.
    throw malformed('it is not JSON');
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw malformed('an object is missing');
  return { ...value };
}

function malformed(problem: string): SecretsError {
  return new SecretsError('file_malformed', problem);
}

/**
 * The bytes of a text in base64 (RFC 4648, 4) or base64url without padding (5); `undefined` when an encoder would write
 * these bytes differently. Node ignores invalid characters and spare bits, so that many texts would be the same secret.
 */
export function decodeCanonical(
  text: string,
  encoding: 'base64' | 'base64url',
): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}

/** Why the keys of the secrets file, or the texts that are encrypted with them, cannot be used. The message is one line for an operator and contains nothing secret. */
export type SecretsFailure =
  | 'file_missing'
  | 'file_open_to_others'
  | 'file_malformed'
  | 'file_unusable'
  | 'file_locked' // another command is changing it
  | 'file_unnamed' // no path was given, and there is no default next to a PostgreSQL database
  | 'key_missing' // something is encrypted with a key that the file lacks; an operator can restore it
  | 'key_differs' // the file has a key with this id, but not the one that the database is encrypted with
  | 'decryption_failed'; // the stored text was altered, or belongs to another row

export class SecretsError extends Error {
  readonly reason: SecretsFailure;

  constructor(reason: SecretsFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretsError';
    this.reason = reason;
  }
}

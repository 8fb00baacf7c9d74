import { randomBase62 } from '../base62.ts';
import type { Random } from '../random.ts';
import { decodeCanonical } from './canonical-base64.ts';
import { SecretsError } from './secrets-error.ts';

export interface SealingKey {
  /** 8 base62 characters, which every sealed text names. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** 256 random bits. */
  readonly bytes: Uint8Array;
}

/** The keys that secrets at rest are sealed with: all of them open, the current one seals. */
export interface Keyring {
  readonly current: string;
  readonly keys: readonly SealingKey[];
}

/** How long the id of a key is: sealed texts have it at a fixed place, where SQL can find it. */
export const keyIdLength = 8;

const keyBytes = 32;

export function createKeyring(random: Random, now: number): Keyring {
  const key = createKey(random, now);
  return { current: key.id, keys: [key] };
}

/** With one more key, which seals from now on. */
export function withNewKey(ring: Keyring, random: Random, now: number): Keyring {
  const key = createKey(random, now);
  return { current: key.id, keys: [...ring.keys, key] };
}

export function withoutKey(ring: Keyring, id: string): Keyring {
  return { ...ring, keys: ring.keys.filter((key) => key.id !== id) };
}

export function findKey(ring: Keyring, id: string): SealingKey | undefined {
  return ring.keys.find((key) => key.id === id);
}

function createKey(random: Random, now: number): SealingKey {
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

/** @throws SecretsError that says where it is wrong, and quotes nothing */
export function parseKeyring(text: string): Keyring {
  const { version, current, keys } = members(parseJson(text));
  if (version !== 1) throw malformed('its version is not 1: it may be of a newer release');
  if (!Array.isArray(keys) || keys.length === 0) throw malformed('it has no keys');
  const parsed = keys.map(parseKey);
  if (new Set(parsed.map(({ id }) => id)).size !== parsed.length) throw malformed('two keys have one id');
  if (!parsed.some(({ id }) => id === current)) throw malformed('its current key is not among its keys');
  return { current: String(current), keys: parsed };
}

function parseKey(value: unknown, index: number): SealingKey {
  const { id, created_at, key } = members(value);
  const wrong = (member: string) => malformed(`the ${member} of key ${index + 1} is not what it should be`);
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
    // Without a cause: what the parser says quotes what it read.
    throw malformed('it is not JSON');
  }
}

function members(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw malformed('an object is missing');
  return { ...value };
}

function malformed(problem: string): SecretsError {
  return new SecretsError('file_malformed', problem);
}

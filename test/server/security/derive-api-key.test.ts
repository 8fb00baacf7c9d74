import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWellFormed } from '../../../server/security/credential.ts';
import { createSeed, deriveApiKey, hashIdempotencyKey } from '../../../server/security/credential-hashes.ts';

const source = { accountId: 'usr_a', idempotencyKey: 'a value', seed: createSeed(() => new Uint8Array(32)) };

test('a key follows from its source in every release, so that an upgrade changes no repetition', () => {
  // Worked out by another implementation (Python's hmac and zlib).
  expect(deriveApiKey(source)).toBe('aak_3UFt85EPIFscZCXefv69bqXyukOiuOi20CAfuINYrSd29dVrO');
});

test('another account, value or seed gives another key of the same form', () => {
  const keys = [
    source,
    { ...source, accountId: 'usr_b' },
    { ...source, idempotencyKey: 'a value ' },
    { ...source, idempotencyKey: '"\\'.repeat(127) },
    { ...source, seed: createSeed(randomBytes) },
    // The same text where one part begins and the other ends.
    { ...source, accountId: 'usr_a","a', idempotencyKey: 'value' },
  ].map(deriveApiKey);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(isWellFormed('apiKey', key)).toBe(true);
});

test('each character of a derived key has the same probability', () => {
  const counts = new Map<string, number>();
  const keys = 1000;
  for (let count = 0; count < keys; count += 1) {
    const key = deriveApiKey({ ...source, idempotencyKey: String(count) });
    for (const character of key.slice(4, -6)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  const expected = (keys * 43) / 62;
  const chiSquared = [...counts.values()].reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
  // With 61 degrees of freedom, one source in a thousand gives more than 100. The sources here are always the same.
  expect(chiSquared).toBeLessThan(100);
});

test('the stored form of a value differs from account to account, and shows nothing of it', () => {
  const hashes = ['usr_a', 'usr_b'].map((account) => hashIdempotencyKey(account, 'a value'));
  expect(new Set(hashes).size).toBe(2);
  for (const one of hashes) expect(one).toMatch(/^[0-9a-f]{64}$/);
});

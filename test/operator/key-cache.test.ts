import { expect, test } from 'vitest';
import { createKeyCache } from '../../operator/keys/key-cache.ts';

const active = { expiresAt: undefined };

/** A cache that counts its look-ups. */
function aCache(countInvalidations?: () => number) {
  const cache = createKeyCache<typeof active>({ cacheMs: 60_000, now: () => 0, countInvalidations });
  let lookUps = 0;
  const find = async (keyHash: string, found: () => typeof active | undefined = () => active) => {
    await cache(keyHash, async () => {
      lookUps += 1;
      return found();
    });
    return lookUps;
  };
  return find;
}

test('keeps the 10,000 keys that were looked up last', async () => {
  const find = aCache();
  for (let index = 0; index < 10_001; index += 1) await find(String(index));
  expect(await find('1')).toBe(10_001);
  expect(await find('10000')).toBe(10_001);
  expect(await find('0')).toBe(10_002);
});

test('unknown keys take the place of no other', async () => {
  const find = aCache();
  await find('active');
  for (let index = 0; index < 10_000; index += 1) await find(String(index), () => undefined);
  expect(await find('active')).toBe(10_001);
  expect(await find('0', () => undefined)).toBe(10_002);
});

test('a key that this process may have revoked during its look-up is looked up again', async () => {
  let invalidations = 0;
  const find = aCache(() => invalidations);
  await find('key', () => {
    invalidations += 1;
    return active;
  });
  expect(await find('key')).toBe(2);
  expect(await find('key')).toBe(2);
});

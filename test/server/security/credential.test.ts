import { randomBytes } from 'node:crypto';
import { crc32 as crc32OfNode } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32, createCredential } from '../../../server/security/credential.ts';
import { hashCredential } from '../../../server/security/hash-credential.ts';
import { bufferedRandom, randomBase62 } from '../../../server/security/random.ts';

test('the checksum is the CRC-32 of gzip, of everything before it', () => {
  // crc32('aat_' + 43 zeros), worked out by another implementation (Python's zlib).
  expect(createCredential('accessToken', (length) => new Uint8Array(length))).toBe(
    `aat_${'0'.repeat(43)}0wgX4c`,
  );
  expect(crc32('123456789')).toBe(0xcbf43926);
  for (let length = 0; length < 100; length += 1) {
    const text = randomBase62(length, randomBytes);
    expect(crc32(text)).toBe(crc32OfNode(text));
  }
});

test('credentials do not repeat, and their hashes do not contain them', () => {
  const keys = Array.from({ length: 1000 }, () => createCredential('apiKey', randomBytes));
  expect(new Set(keys).size).toBe(1000);
  expect(new Set(keys.map(hashCredential)).size).toBe(1000);
  for (const key of keys) expect(hashCredential(key)).toMatch(/^[0-9a-f]{64}$/);
});

test('bytes that would favour some characters are skipped', () => {
  const bytes = [255, 248, 61, 250, 62, 0];
  expect(randomBase62(3, (length) => new Uint8Array(bytes.splice(0, length)))).toBe('z00');
});

test('every character is as likely as any other', () => {
  const counts = new Map<string, number>();
  for (const character of randomBase62(62 * 2000, randomBytes)) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  // Seven standard deviations: a fair source fails this once in thousands of millions of runs.
  for (const count of counts.values())
    expect(Math.abs(count - 2000)).toBeLessThan(7 * Math.sqrt(2000));
});

/** Counts up, so that each byte drawn is known; and keeps what it gave out. */
function counting() {
  let next = 0;
  const given: Uint8Array[] = [];
  const random = (length: number) => {
    // As Node gives them, not as a plain array: the two are copied in different ways.
    const bytes = Buffer.from(Uint8Array.from({ length }, () => next++ % 251));
    given.push(bytes);
    return bytes;
  };
  return { random, given };
}

test('no byte is handed out twice, and none is skipped while there are enough', () => {
  const { random } = counting();
  const draw = bufferedRandom(random);
  const drawn = Array.from({ length: 100 }, () => [...draw(40)]).flat();
  expect(drawn).toEqual(Array.from({ length: 4000 }, (_, index) => index % 251));
});

test('bytes that were returned or are left over are erased', () => {
  const { random, given } = counting();
  const draw = bufferedRandom(random);
  const first = draw(4000);
  draw(200);
  expect(given).toHaveLength(2);
  expect(given[0]?.every((byte) => byte === 0)).toBe(true);
  expect(given[1]?.subarray(0, 200).every((byte) => byte === 0)).toBe(true);
  expect([...first.subarray(0, 3)]).toEqual([0, 1, 2]);
});

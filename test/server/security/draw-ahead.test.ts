import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { bufferedRandom } from '../../../server/security/random.ts';

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

test('a request for more bytes than one draw gets its own draw', () => {
  const draw = bufferedRandom(randomBytes);
  expect(draw(0)).toHaveLength(0);
  expect(new Set([draw(10_000), draw(10_000)].map(String)).size).toBe(2);
  expect(draw(10_000)).toHaveLength(10_000);
});

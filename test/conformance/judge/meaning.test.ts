import { expect, test } from 'vitest';
import { meaningOf } from '../../../conformance/engine/judge/meaning.ts';

test.each([
  [200, 'success'],
  [204, 'success'],
  [302, 'redirect'],
  [304, 'redirect'],
  [400, 'invalid'],
  [413, 'invalid'],
  [415, 'invalid'],
  [422, 'invalid'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'absent'],
  [410, 'absent'],
  [409, 'conflict'],
  [412, 'conflict'],
  [429, 'limited'],
  [503, 'busy'],
  [500, 'error'],
  [501, 'error'],
])('%d means %s', (status, meaning) => {
  expect(meaningOf(status)).toBe(meaning);
});

test('a status without a meaning of its own means what the first of its class means', () => {
  expect([299, 399, 499, 599].map(meaningOf)).toEqual(['success', 'redirect', 'invalid', 'error']);
});

test('a code beyond those of HTTP is a rejection, not an error of the server', () => {
  expect(meaningOf(50_000)).toBe('invalid');
});

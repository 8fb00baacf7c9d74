import { expect, test } from 'vitest';
import { at } from './at.ts';
import { facts } from './source-document.ts';

test.each(facts)('%s (%s)', (_, pointer, expectation) => {
  expect(at(pointer)).toEqual(expectation);
});

test('a pointer to nothing finds nothing, so that a lost clause fails', () => {
  expect(at('/paths/~1v1~1auth~1logout/post/operationId')).toBeUndefined();
  expect(at('/paths/~1v1~1auth~1login/post/operationId')).toBe('login');
});

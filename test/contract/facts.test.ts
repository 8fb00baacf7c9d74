import { expect, test } from 'vitest';
import { at } from '../../scripts/clauses/at.ts';
import { facts } from '../../scripts/clauses/facts.ts';

test.each(facts)('$clauses $words ($pointer)', ({ pointer, isTrue }) => {
  expect(at(pointer)).toSatisfy(isTrue);
});

test('a pointer to nothing finds nothing, so that a lost clause fails', () => {
  expect(at('/paths/~1v1~1auth~1logout/post/operationId')).toBeUndefined();
  expect(at('/paths/~1v1~1auth~1login/post/operationId')).toBe('login');
});

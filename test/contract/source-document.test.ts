import { expect, test } from 'vitest';
import { clauses } from '../../generated/clauses.ts';
import { at } from './at.ts';
import { facts } from './source-document.ts';

test.each(facts)('%s (%s)', (_, pointer, expectation) => {
  expect(at(pointer)).toEqual(expectation);
});

test('a pointer to nothing finds nothing, so that a lost clause fails', () => {
  expect(at('/paths/~1v1~1auth~1logout/post/operationId')).toBeUndefined();
  expect(at('/paths/~1v1~1auth~1login/post/operationId')).toBe('login');
});

test('every fact begins with the clauses that show it', () => {
  const named = facts.flatMap(([fact]) => /^(\d\S*(?:, \d\S*)*) \S/.exec(fact)?.[1]?.split(', ') ?? [fact]);
  expect(named.filter((id) => !Object.hasOwn(clauses, id))).toEqual([]);
});

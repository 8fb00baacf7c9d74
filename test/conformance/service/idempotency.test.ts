import { expect, test } from 'vitest';
import { ignoringIdempotencyKeys } from '../../mutants/mutants/idempotency.ts';
import { runAgainst } from '../../mutants/run-against.ts';

const isAbout = ({ check }: { readonly check: string }) => check.startsWith('keys/idempotency');

test('reports a server that ignores Idempotency-Key once, and says so', async () => {
  const { outcomes, leftovers } = await runAgainst(ignoringIdempotencyKeys, { only: ['keys'] });
  const others = outcomes.filter(({ kind }) => kind !== 'passed');
  expect(others.filter(isAbout)).toEqual(others);
  expect(others.filter(({ kind }) => kind === 'differs')).toMatchObject([
    {
      check: 'keys/idempotency-repeat',
      failures: [{ expected: 'the same `data` in both responses', got: 'another key' }],
    },
  ]);
  const skipped = others.filter(({ kind }) => kind === 'skipped');
  expect(skipped).toHaveLength(6);
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(['the server does not use `Idempotency-Key`']),
  );
  expect(leftovers).toEqual([]);
});

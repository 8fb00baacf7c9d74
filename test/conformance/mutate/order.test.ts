import { expect, test } from 'vitest';
import {
  type Mutation,
  type MutationKind,
  mutationKinds,
} from '../../../conformance/engine/mutate/mutation.ts';
import { orderMutations } from '../../../conformance/engine/mutate/order-mutations.ts';

const shown = { status: 200, contentType: undefined, body: '' };
const mutation = (path: string, kind: MutationKind, what: string): Mutation => ({
  id: `${path} ${kind} ${what}`,
  operation: { id: path, method: 'GET', path },
  status: 200,
  kind,
  what,
  change: { type: 'cut' },
  before: shown,
  after: shown,
});
const kinds: readonly MutationKind[] = ['late', 'missing-field', 'null'];
const all = ['/a', '/b'].flatMap((path) =>
  kinds.flatMap((kind) => ['x', 'y', 'z'].map((what) => mutation(path, kind, what))),
);
const ids = (seed: number) => orderMutations(all, seed).map(({ id }) => id);

test('a seed has one order of the mutations, and another seed another one', () => {
  expect(ids(1)).toEqual(ids(1));
  expect(ids(1)).not.toEqual(ids(2));
  expect(ids(1).toSorted()).toEqual(ids(2).toSorted());
});

test('the first mutations are a sample of all operations and kinds, the most telling first', () => {
  const first = orderMutations(all, 1).slice(0, 6);
  expect(first.map(({ kind }) => mutationKinds[kind])).toEqual(
    ['missing-field', 'null', 'late'].flatMap((kind) => {
      const text = mutationKinds[kind as MutationKind];
      return [text, text];
    }),
  );
  expect(new Set(first.slice(0, 2).map(({ operation }) => operation.path)).size).toBe(2);
});

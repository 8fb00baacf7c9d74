import { createHash } from 'node:crypto';
import { groupBy } from '../group-by.ts';
import { type Mutation, nameOf, tellingFirst } from './mutation.ts';
import { isSuccess } from './seen.ts';

/**
 * The most telling mutations first, in turns: one of each operation, and of an operation one of each kind. So what runs in a short
 * time is a fair sample. The seed chooses within a kind.
 */
export function orderMutations(mutations: readonly Mutation[], seed: number): Mutation[] {
  const chance = new Map(mutations.map(({ id }) => [id, hash(`${seed} ${id}`)]));
  const chanceOf = ({ id }: Mutation) => chance.get(id) ?? 0;
  const ofOperations = groupBy(mutations, ({ operation }) => nameOf(operation));
  const turns = [...ofOperations]
    .map(([name, own]) => ({
      order: hash(`${seed} ${name}`),
      own: inTurns(kindsOf(own, chanceOf)),
    }))
    .toSorted((one, other) => one.order - other.order);
  return inTurns(turns.map(({ own }) => own));
}

/** What succeeds matters before what fails. */
function kindsOf(own: readonly Mutation[], chanceOf: (one: Mutation) => number): Mutation[][] {
  const isFailure = ({ status }: Mutation) => Number(!isSuccess(status));
  return tellingFirst
    .map((kind) => own.filter((one) => one.kind === kind))
    .map((same) =>
      same.toSorted(
        (one, other) => isFailure(one) - isFailure(other) || chanceOf(one) - chanceOf(other),
      ),
    );
}

/** The first of each list, then the second of each, and so on. */
function inTurns(lists: readonly (readonly Mutation[])[]): Mutation[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}

function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

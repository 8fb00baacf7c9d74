import { isDeepStrictEqual } from 'node:util';
import { type Direction, type Finding, finding, rate } from '../finding.ts';
import { below, type ContractNode, children, fieldsOf, type Pair } from '../tree.ts';

const annotations = ['title', 'description', 'example', 'examples', 'x-decision', 'discriminator'];

interface Branches {
  readonly findings: readonly Finding[];
  /** What the rest of the comparison is about: without `anyOf`, where it is compared. */
  readonly rest: Pair;
}

/** Compares `anyOf`. A schema without it is the same as one with it as the only branch. */
export function compareBranches(
  pair: Pair,
  direction: Direction,
  deeper: (inner: Pair) => Iterable<Finding>,
): Branches {
  const [was, is] = [branchesOf(pair.before), branchesOf(pair.after)];
  if (was === undefined && is === undefined) return { findings: [], rest: pair };
  const findings = compareLists(was ?? [pair.before], is ?? [pair.after], direction, deeper);
  const texts = was !== undefined && is !== undefined ? annotations : ['discriminator'];
  return { findings: [...findings], rest: onlyWith(texts, pair) };
}

function* compareLists(
  before: readonly ContractNode[],
  after: readonly ContractNode[],
  direction: Direction,
  deeper: (inner: Pair) => Iterable<Finding>,
): Generator<Finding> {
  const { pairs, removed, added } = match(before, after);
  for (const pair of pairs) yield* deeper(pair);
  for (const place of added) yield finding(place, 'branch of anyOf added', rate(direction, 'looser'));
  for (const place of removed) yield finding(place, 'branch of anyOf removed', rate(direction, 'tighter'));
}

/** Branches belong together that are the same component, then those that are equal; what is left, by its order. */
function match(before: readonly ContractNode[], after: readonly ContractNode[]) {
  const pairs: Pair[] = [];
  let [removed, added] = [before, after];
  const take = (isSame: (one: ContractNode, other: ContractNode) => boolean) => {
    for (const one of removed) {
      const other = added.find((place) => isSame(one, place));
      if (other === undefined) continue;
      pairs.push({ before: one, after: other });
      removed = removed.filter((place) => place !== one);
      added = added.filter((place) => place !== other);
    }
  };
  take((one, other) => one.pointer === other.pointer && one.pointer.startsWith('/components/'));
  take((one, other) => isDeepStrictEqual(one.value, other.value));
  if (removed.length === added.length) take(() => true);
  return { pairs, removed, added };
}

/** The branches of a schema that has nothing but them and texts. */
function branchesOf(place: ContractNode): readonly ContractNode[] | undefined {
  const branches = [...children(below(place, 'anyOf')).values()];
  const others = Object.keys(fieldsOf(place.value)).filter((key) => !['anyOf', ...annotations].includes(key));
  return branches.length > 0 && others.length === 0 ? branches : undefined;
}

function onlyWith(keywords: readonly string[], { before, after }: Pair): Pair {
  const of = (place: ContractNode): ContractNode => {
    const kept = Object.entries(fieldsOf(place.value)).filter(([name]) => keywords.includes(name));
    return { ...place, value: Object.fromEntries(kept) };
  };
  return { before: of(before), after: of(after) };
}

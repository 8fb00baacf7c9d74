import { isDeepStrictEqual } from 'node:util';
import { type Direction, type Finding, finding, rate } from '../finding.ts';
import { below, type ContractNode, children, fieldsOf, type Pair } from '../tree.ts';

const annotations = ['title', 'description', 'example', 'examples', 'x-decision', 'discriminator'];

interface Branches {
  readonly findings: readonly Finding[];
  /** What the rest of the comparison is about: without the keywords that the branches have. */
  readonly rest: Pair;
}

/**
 * What one more branch, and one less, does to a schema that has branches. With `oneOf` nobody can say: a value that matches two
 * branches is invalid.
 */
const effects = {
  allOf: { added: 'tighter', removed: 'looser' },
  anyOf: { added: 'looser', removed: 'tighter' },
  oneOf: { added: 'other', removed: 'other' },
} as const;

/** A schema without branches is the same as one with it as the only branch. */
export function compareBranches(
  pair: Pair,
  direction: Direction,
  deeper: (inner: Pair) => Iterable<Finding>,
): Branches {
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [was, is] = [onlyBranches(pair.before, name), onlyBranches(pair.after, name)];
    const mayBeBranch = (place: ContractNode) => name === 'allOf' || isPlain(place);
    const isComparable = (was ?? is) && (was ?? mayBeBranch(pair.before)) && (is ?? mayBeBranch(pair.after));
    if (!isComparable) continue;
    const findings = compareLists(name, was ?? [pair.before], is ?? [pair.after], direction, deeper);
    const texts = was !== undefined && is !== undefined ? annotations : ['discriminator'];
    return { findings: [...findings], rest: onlyWith(texts, pair) };
  }
  const findings = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((name) => {
    const [was, is] = [branchesOf(pair.before, name), branchesOf(pair.after, name)];
    if (name === 'allOf' || (was.length > 0 && is.length > 0))
      return [...compareLists(name, was, is, direction, deeper)];
    // Next to other keywords, having to match a branch at all is one more constraint.
    if (was.length > 0) return [finding(pair.before, `${name} removed`, rate(direction, 'looser'), name)];
    return is.length > 0 ? [finding(pair.after, `${name} added`, rate(direction, 'tighter'), name)] : [];
  });
  return { findings, rest: pair };
}

function* compareLists(
  name: keyof typeof effects,
  before: readonly ContractNode[],
  after: readonly ContractNode[],
  direction: Direction,
  deeper: (inner: Pair) => Iterable<Finding>,
): Generator<Finding> {
  const { pairs, gone, come } = match(before, after);
  for (const pair of pairs) {
    const within = [...deeper(pair)];
    yield* within;
    if (name === 'oneOf' && within.some(({ impact }) => impact !== 'editorial'))
      yield finding(pair.after, 'branch of oneOf changed', rate(direction, 'other'));
  }
  const { added, removed } = effects[name];
  for (const place of come) yield finding(place, `branch of ${name} added`, rate(direction, added));
  for (const place of gone) yield finding(place, `branch of ${name} removed`, rate(direction, removed));
}

/** Branches belong together that are the same component, then those that are equal; what is left, by its order. */
function match(before: readonly ContractNode[], after: readonly ContractNode[]) {
  const pairs: Pair[] = [];
  let [gone, come] = [before, after];
  const take = (isSame: (one: ContractNode, other: ContractNode) => boolean) => {
    for (const one of gone) {
      const other = come.find((place) => isSame(one, place));
      if (other === undefined) continue;
      pairs.push({ before: one, after: other });
      gone = gone.filter((place) => place !== one);
      come = come.filter((place) => place !== other);
    }
  };
  take((one, other) => one.pointer === other.pointer && one.pointer.startsWith('/components/'));
  take((one, other) => isDeepStrictEqual(one.value, other.value));
  if (gone.length === come.length) take(() => true);
  return { pairs, gone, come };
}

/** A branch that only has texts constrains nothing. */
function branchesOf(place: ContractNode, name: string): readonly ContractNode[] {
  const isText = ({ value }: ContractNode) =>
    name === 'allOf' &&
    value !== false &&
    Object.keys(Object(value)).every((key) => annotations.includes(key));
  return [...children(below(place, name)).values()].filter((branch) => !isText(branch));
}

function onlyBranches(place: ContractNode, name: string): readonly ContractNode[] | undefined {
  const others = Object.keys(fieldsOf(place.value)).filter(
    (key) => key !== name && !annotations.includes(key),
  );
  const branches = branchesOf(place, name);
  return branches.length > 0 && others.length === 0 ? branches : undefined;
}

const isPlain = ({ value }: ContractNode): boolean =>
  fieldsOf(value).anyOf === undefined && fieldsOf(value).oneOf === undefined;

function onlyWith(keywords: readonly string[], { before, after }: Pair): Pair {
  const of = (place: ContractNode): ContractNode => {
    const kept = Object.entries(fieldsOf(place.value)).filter(([name]) => keywords.includes(name));
    return { ...place, value: Object.fromEntries(kept) };
  };
  return { before: of(before), after: of(after) };
}

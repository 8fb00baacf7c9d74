import type { DeclaredOperation, Rule } from './check.ts';
import type { RunnableSuite } from './suite.ts';

/** The operations whose checks run. An operation must match one pattern of each list that is given. */
export interface OperationFilter {
  /** Operation ids, paths (`/books/*`), methods (`DELETE`), or a method and path (`GET /books/*`). `*` matches any text. */
  readonly operations?: readonly string[];
  /** `*` matches any text. */
  readonly tags?: readonly string[];
}

/** A pattern matches no operation: a run of no checks would look like a success. */
export class UnknownOperationError extends Error {
  readonly list: 'operations' | 'tags';
  readonly pattern: string;
  /** What would match. */
  readonly known: readonly string[];
  constructor(list: 'operations' | 'tags', pattern: string, known: readonly string[]) {
    super(`${list}: no operation matches ${pattern}`);
    this.name = 'UnknownOperationError';
    this.list = list;
    this.pattern = pattern;
    this.known = known;
  }
}

/**
 * The suites with only the checks of these operations, and the checks of every response.
 * @throws UnknownOperationError
 */
export function selectOperations(
  suites: readonly RunnableSuite[],
  filter: OperationFilter,
): RunnableSuite[] {
  const { operations: patterns, tags } = filter;
  if (patterns === undefined && tags === undefined) return [...suites];
  const declared = suites.flatMap((suite) => suite.declared ?? []);
  const lists = [
    {
      list: 'operations',
      given: patterns,
      matches: matchesOperation,
      known: ({ operation, method, path }: DeclaredOperation) => [
        operation,
        path,
        `${method} ${path}`,
        method,
      ],
    },
    {
      list: 'tags',
      given: tags,
      matches: (one: DeclaredOperation, pattern: string) =>
        one.tags.some((tag) => matchesText(tag, pattern)),
      known: (operation: DeclaredOperation) => operation.tags,
    },
  ] as const;
  for (const { list, given = [], matches, known } of lists)
    for (const pattern of given)
      if (!declared.some((operation) => matches(operation, pattern)))
        throw new UnknownOperationError(list, pattern, [...new Set(declared.flatMap(known))]);
  const isSelected = (operation: DeclaredOperation) =>
    lists.every(
      ({ given, matches }) => given?.some((pattern) => matches(operation, pattern)) ?? true,
    );
  const ids = new Set(declared.filter(isSelected).map(({ operation }) => operation));
  const isOfOne = ({ operation }: Rule) => operation !== undefined && ids.has(operation);
  return suites.map((suite) => ({
    ...suite,
    isPartial: true,
    checks: suite.checks.filter(isOfOne),
    responseChecks: suite.responseChecks.filter(
      (rule) => rule.operation === undefined || isOfOne(rule),
    ),
    declared: suite.declared?.filter(({ operation }) => ids.has(operation)) ?? [],
    gaps: () =>
      (suite.gaps?.() ?? []).flatMap((gap) => {
        const operations = gap.operations.filter((operation) => ids.has(operation));
        return operations.length > 0 ? [{ ...gap, operations }] : [];
      }),
    start: async (context) => (await suite.start(context)).filter(isOfOne),
  }));
}

/** Whether `--operation` with this pattern selects the operation. */
export function matchesOperation(
  { operation, method, path }: Pick<DeclaredOperation, 'operation' | 'method' | 'path'>,
  pattern: string,
): boolean {
  if (pattern.startsWith('/')) return matchesText(path, pattern);
  if (matchesText(operation, pattern)) return true;
  const [, givenMethod, givenPath = '*'] = /^([A-Z]+)(?: +(.+))?$/is.exec(pattern) ?? [];
  return givenMethod?.toUpperCase() === method && matchesText(path, givenPath);
}

function matchesText(text: string, pattern: string): boolean {
  const pieces = pattern.split('*').map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(text);
}

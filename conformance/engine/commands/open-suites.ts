import { catalogueOf } from '../check-catalogue.ts';
import { openDocument } from '../document/document-suite.ts';
import { selectOperations, UnknownOperationError } from '../select-operations.ts';
import type { RunnableSuite } from '../suite.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { truncate } from '../truncate.ts';
import { asUsage } from './inputs.ts';
import { loadSuites } from './load-modules.ts';
import type { ListOptions, TestOptions } from './options.ts';
import { checkSelection } from './selection.ts';
import type { TestProgram } from './test-program.ts';

/**
 * Returns the checks of the contract, or those derived from a document, and those of `--suite`.
 * @throws UsageError if a check of `--suite` has the id of another check.
 */
export async function openSuites(
  program: TestProgram,
  options: Pick<TestOptions, 'document' | 'allowFiles' | 'maxExamples' | 'suite'>,
): Promise<RunnableSuite[]> {
  const own = await loadSuites(options.suite ?? []);
  const suites = [...(await openContract(program, options, own.length > 0)), ...own];
  const ids = new Set<string>();
  for (const { id } of suites.flatMap(({ checks }) => checks)) {
    if (ids.has(id)) throw new UsageError(`two checks have the id ${id}`);
    ids.add(id);
  }
  return suites;
}

async function openContract(
  { contract }: TestProgram,
  options: Pick<TestOptions, 'document' | 'allowFiles' | 'maxExamples'>,
  hasOthers: boolean,
): Promise<RunnableSuite[]> {
  const { document } = options;
  if (contract !== undefined) return asUsage(() => contract.open(document, options));
  if (document !== undefined) return asUsage(() => openDocument(document, options));
  if (hasOthers) return [];
  throw new UsageError(
    'give the OpenAPI document of the server with --document, or checks of your own with --suite',
  );
}

/** Opens the suites, and chooses the operations of the options. `rules` and `declared` have those that are left out too. */
export async function openChosen(program: TestProgram, options: ListOptions) {
  const all = await openSuites(program, options);
  const rules = catalogueOf(all);
  checkSelection(options, rules);
  const declared = all.flatMap((suite) => suite.declared ?? []);
  return { suites: chooseOperations(all, options), rules, declared };
}

/** @throws UsageError if a pattern matches no operation. */
export function chooseOperations(
  suites: readonly RunnableSuite[],
  { operation, tag }: Pick<TestOptions, 'operation' | 'tag'>,
): RunnableSuite[] {
  try {
    return selectOperations(suites, {
      ...(operation && { operations: operation }),
      ...(tag && { tags: tag }),
    });
  } catch (cause) {
    if (!(cause instanceof UnknownOperationError)) throw cause;
    const { list, pattern, known } = cause;
    const option = list === 'tags' ? '--tag' : '--operation';
    if (/^https?:/.test(pattern))
      throw new UsageError(
        `${option} read ${pattern} as a pattern: give the base URL before the options`,
      );
    const [what, hint] =
      list === 'tags'
        ? ['operation has the tag', `The tags are ${truncate(known.join(', '), 200)}.`]
        : ['operation matches', 'test --list --json shows the operation of each check.'];
    throw new UsageError(
      `${option}: no ${what} ${pattern}. ${didYouMean(pattern, known).trim() || hint}`,
    );
  }
}

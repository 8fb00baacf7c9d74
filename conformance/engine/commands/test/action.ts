import { writeFile } from 'node:fs/promises';
import type { ListedCheck } from '../../check-catalogue.ts';
import { wrap } from '../../report/text.ts';
import { isSelected } from '../../run/select-checks.ts';
import { columnsOf, type Terminal } from '../../terminal/terminal.ts';
import { reportUsage, UsageError } from '../../terminal/usage-error.ts';
import { checkSelectors, noBaseUrl, type TestOptions } from '../options.ts';
import type { TestProgram } from '../test-program.ts';

/** Lists the checks, writes a profile, or runs the checks, reports, and sets the exit code. */
export async function test(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string | undefined,
  options: TestOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    if (options.init !== undefined) return init(program, terminal, options.init);
    // The list of the checks of the contract is generated, so it needs no code that runs them.
    const { list = false, document, operation, tag } = options;
    const isGenerated = document === undefined && operation === undefined && tag === undefined;
    const listed = isGenerated ? program.contract?.listed() : undefined;
    if (listed !== undefined) checkSelection(options, listed);
    if (list && listed !== undefined) return listChecks(terminal, listed, options);
    const { catalogueOf } = await import('../../check-catalogue.ts');
    if (!list && baseUrl === undefined && options.replay === undefined) throw new UsageError(noBaseUrl);
    const [{ chooseOperations, openSuites }, { runSuites }] = await Promise.all([
      import('../inputs.ts'),
      import('./run.ts'),
    ]);
    const all = await openSuites(program, options);
    const rules = catalogueOf(all);
    checkSelection(options, rules);
    const suites = chooseOperations(all, options);
    if (list) return listChecks(terminal, catalogueOf(suites), options);
    await runSuites(program, terminal, baseUrl, suites, options, rules);
  });
}

function checkSelection({ only = [], skip = [] }: TestOptions, checks: readonly ListedCheck[]): void {
  checkSelectors('--only', only, checks);
  checkSelectors('--skip', skip, checks);
}

async function init(
  { contract, commandName }: TestProgram,
  { print, say }: Terminal,
  given: string | true,
): Promise<void> {
  if (contract === undefined) return;
  const file = given === true ? contract.profileFile : given;
  try {
    // Never overwrites an existing profile.
    await writeFile(file, await contract.profileTemplate(), { flag: 'wx' });
  } catch (cause) {
    throw new UsageError(`cannot write ${file}: the file exists already, or its folder is missing`, {
      cause,
    });
  }
  print(file);
  say(`Fill it in, then run: ${commandName} test <base-url> --profile ${file}`);
}

/** Prints the id, basis, source and rule of each selected check. */
function listChecks(
  { print, say, stdout }: Terminal,
  rules: readonly ListedCheck[],
  { only, skip, basis, json }: TestOptions,
): void {
  const selection = {
    ...(only && { only }),
    ...(skip && { skip }),
    ...(basis && { bases: basis }),
  };
  const selected = rules.filter((rule) => isSelected(rule, selection));
  if (json) {
    // `strength` is the old name of `basis`, for one release.
    const both = selected.map((rule) => ({ ...rule, strength: rule.basis }));
    print(JSON.stringify(both, undefined, 2));
  } else {
    const width = columnsOf(stdout);
    for (const { id, rule, basis: named, source } of selected)
      print(`${id}  (${named}, ${source})\n  ${wrap(rule, width - 2, '  ')}`);
  }
  say(`${selected.length} checks`);
}

import { writeFile } from 'node:fs/promises';
import { reportUsage, UsageError } from '../../../../bin/define.ts';
import { commandName } from '../../../../bin/environment.ts';
import type { ListedCheck } from '../../check-catalogue.ts';
import { wrap } from '../../report/text.ts';
import { isSelected } from '../../run/select-checks.ts';
import { columnsOf, type Terminal } from '../../terminal/terminal.ts';
import { checkSelectors, listedChecks, noBaseUrl, type TestOptions } from '../options.ts';

/** Lists the checks, writes a profile, or runs the checks, reports, and sets the exit code. */
export async function test(
  terminal: Terminal,
  baseUrl: string | undefined,
  options: TestOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    if (options.init !== undefined)
      return init(terminal, options.init === true ? 'account-access.yaml' : options.init);
    // The list of our checks is generated, so it needs no code that runs them.
    const { list = false, document, operation, tag } = options;
    const isGenerated = document === undefined && operation === undefined && tag === undefined;
    if (document === undefined) checkSelection(options, listedChecks());
    if (list && isGenerated) return listChecks(terminal, listedChecks(), options);
    const { catalogueOf } = await import('../../check-catalogue.ts');
    if (!list && baseUrl === undefined && options.replay === undefined) throw new UsageError(noBaseUrl);
    const [{ chooseOperations, openSuites }, { runSuites }] = await Promise.all([
      import('../inputs.ts'),
      import('./run.ts'),
    ]);
    const all = await openSuites(options);
    const rules = catalogueOf(all);
    checkSelection(options, rules);
    const suites = chooseOperations(all, options);
    if (list) return listChecks(terminal, catalogueOf(suites), options);
    await runSuites(terminal, baseUrl, suites, options, rules);
  });
}

function checkSelection({ only = [], skip = [] }: TestOptions, checks: readonly ListedCheck[]): void {
  checkSelectors('--only', only, checks);
  checkSelectors('--skip', skip, checks);
}

async function init({ print, say }: Terminal, file: string): Promise<void> {
  const { profileTemplate } = await import('../../../suite/profile/template.ts');
  try {
    // Never overwrites an existing profile.
    await writeFile(file, profileTemplate(), { flag: 'wx' });
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

import type { ListedCheck } from '../../check-catalogue.ts';
import { describeGap } from '../../gap.ts';
import { wrap } from '../../report/text.ts';
import { isSelected } from '../../run/select-checks.ts';
import { columnsOf, type Terminal } from '../../terminal/terminal.ts';
import { reportUsage, UsageError } from '../../terminal/usage-error.ts';
import { noBaseUrl, requireNoDocument } from '../base-url.ts';
import { writeProfile } from '../init.ts';
import type { ListOptions, TestOptions } from '../options.ts';
import { checkSelection } from '../selection.ts';
import { readInChild } from '../start-task.ts';
import type { TestProgram } from '../test-program.ts';

export async function test(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string | undefined,
  options: TestOptions,
): Promise<void> {
  if (options.list === true) return list(program, terminal, options);
  await reportUsage(terminal, async () => {
    requireNoDocument(baseUrl, options);
    if (options.init !== undefined) return writeProfile(program, terminal, options.init, options);
    generatedList(program, options);
    if (baseUrl === undefined && options.replay === undefined) throw new UsageError(noBaseUrl);
    const { runTest } = await import('./run.ts');
    await runTest(program, terminal, baseUrl, options);
  });
}

export async function list(
  program: TestProgram,
  terminal: Terminal,
  options: ListOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    const listed = generatedList(program, options);
    if (listed !== undefined) return printChecks(terminal, listed, options);
    const { rules, gaps } = await readInChild('list', options, program, terminal);
    printChecks(terminal, rules, options);
    for (const gap of gaps) terminal.say(`not judged: ${describeGap(gap)}`);
  });
}

/** The checks of the contract, if the options choose them. The list is generated, so it needs no code that runs them. */
function generatedList(
  { contract }: TestProgram,
  options: ListOptions,
): readonly ListedCheck[] | undefined {
  const { document, suite, operation, tag } = options;
  if ([document, suite, operation, tag].some((given) => given !== undefined)) return undefined;
  const listed = contract?.listed();
  if (listed !== undefined) checkSelection(options, listed);
  return listed;
}

function printChecks(
  { print, say, stdout }: Terminal,
  rules: readonly ListedCheck[],
  { only, skip, basis, json }: ListOptions,
): void {
  const selection = {
    ...(only && { only }),
    ...(skip && { skip }),
    ...(basis && { bases: basis }),
  };
  const selected = rules.filter((rule) => isSelected(rule, selection));
  if (json) {
    print(JSON.stringify(selected, undefined, 2));
  } else {
    const width = columnsOf(stdout);
    for (const { id, rule, basis: named, source } of selected)
      print(`${id}  (${named}, ${source})\n  ${wrap(rule, width - 2, '  ')}`);
  }
  say(`${selected.length} checks`);
}

import { comparisonText, type ServerComparison } from '../../compare/report.ts';
import type { Entry } from '../../report/entry.ts';
import { notGone, undoable } from '../../report/made.ts';
import { jsonOption } from '../../terminal/common-options.ts';
import { type HelpTexts, withHelp } from '../../terminal/help-texts.ts';
import type { Define } from '../../terminal/program.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exitFailure, reportUsage, UsageError } from '../../terminal/usage-error.ts';
import { requireNoDocument } from '../base-url.ts';
import { allowFilesOption, connectionOptions, documentOption, option } from '../options.ts';
import { operationOptions, readOnlyOption, requestOptions } from '../request-options.ts';
import { cleanUpInChild, superviseTask } from '../supervise-task.ts';
import type { TestProgram } from '../test-program.ts';
import type { CompareInput, CompareServersOptions, MadeOn } from './perform-comparison.ts';

export const defineCompare =
  (program: TestProgram, help: HelpTexts): Define =>
  (command, terminal) => {
    withHelp(command, { ...help, notes })
      .argument('<old-url>', 'base URL of the earlier server')
      .argument('<new-url>', 'base URL of the later server');
    const options = [
      documentOption(program),
      allowFilesOption(),
      option('--profile <file>', 'file that describes the servers: credentials, values, …'),
      option('--new-profile <file>', 'the profile of the later server, if it has its own'),
      option(
        '--suppressions <file>',
        'YAML or JSON list of accepted differences: `at`, `reason`, and optionally `change`',
      ),
      ...operationOptions(),
      readOnlyOption(),
      ...requestOptions(),
      ...connectionOptions(),
      jsonOption('write the differences to standard output as JSON'),
    ];
    for (const one of options) command.addOption(one);
    command.action((old: string, later: string, given: GivenOptions) =>
      compare(program, terminal, old, later, given),
    );
  };

type GivenOptions = Omit<CompareServersOptions, 'document'> & { readonly document?: string };

const notes = [
  'The requests of `test` go to the earlier server, and twins of them to both, each on resources of its own. What the earlier server returns otherwise the second time, such as ids and times, is no difference. With --read-only, both servers need the same records.',
  'Exit codes: 0 no difference that breaks clients, 1 at least one, 2 the command line, the document or another file cannot be used, 3 the servers could not be compared.',
];

const exitInconclusive = 3;

async function compare(
  program: TestProgram,
  terminal: Terminal,
  old: string,
  later: string,
  options: GivenOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    const { document } = options;
    for (const url of [old, later]) requireNoDocument(url, options);
    if (document === undefined)
      throw new UsageError('give the OpenAPI document of the servers with --document');
    const { environment } = terminal;
    const input = { old, later, options: { ...options, document }, environment };
    const comparison = await superviseComparison(program, terminal, input);
    if (options.json) terminal.print(JSON.stringify(comparison, null, 2));
    else terminal.print(comparisonText(comparison));
    terminal.endWith(exitCodeOf(comparison));
  });
}

function exitCodeOf({ findings, responses, stopReason }: ServerComparison): number {
  if (findings.some(({ clients }) => clients === 'breaking')) return exitFailure;
  return responses === 0 || stopReason !== undefined ? exitInconclusive : 0;
}

/** Compares in a child process. When that is ended, deletes on both servers what it had made. */
async function superviseComparison(
  program: TestProgram,
  terminal: Terminal,
  input: CompareInput,
): Promise<ServerComparison> {
  const { options } = input;
  const made: Record<MadeOn['server'], Entry[]> = { old: [], new: [] };
  const { result, reason, cleanUpMs } = await superviseTask('compare', input, program, terminal, {
    maxTimeMs: options.maxTime * 1000,
    onTold: (message) => {
      // Only `performComparison` sends messages.
      const { server, entry } = message as MadeOn;
      made[server].push(entry);
    },
  });
  if (result !== undefined) return result;
  const cleanUp = async (server: MadeOn['server'], baseUrl: string) => {
    const left = { baseUrl, options, made: undoable(made[server]) };
    await cleanUpInChild(program, terminal, left, cleanUpMs, (entry) => made[server].push(entry));
  };
  await Promise.all([cleanUp('old', input.old), cleanUp('new', input.later)]);
  const nothing = { findings: [], suppressed: [], unused: [], notCompared: [] };
  const leftovers = Object.entries(made).flatMap(([server, entries]) =>
    notGone(entries).map(({ resource }) => `the ${server} server: ${resource}`),
  );
  return { ...nothing, responses: 0, operations: 0, leftovers, stopReason: reason };
}

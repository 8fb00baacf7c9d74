import { writeFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { consoleMutations } from '../../mutate/console-mutations.ts';
import { htmlMutations } from '../../mutate/html-mutations.ts';
import { type MutationReport, mutationJson } from '../../mutate/mutation-report.ts';
import { exitCodes } from '../../outcome.ts';
import {
  addListenOptions,
  jsonOption,
  positive,
  seedNumber,
} from '../../terminal/common-options.ts';
import { didYouMean } from '../../terminal/did-you-mean.ts';
import { type HelpTexts, withHelp } from '../../terminal/help-texts.ts';
import type { Define } from '../../terminal/program.ts';
import { columnsOf, type Terminal } from '../../terminal/terminal.ts';
import { fileError, reportUsage } from '../../terminal/usage-error.ts';
import { requireNoDocument } from '../base-url.ts';
import {
  allowFilesOption,
  connectionOptions,
  documentOption,
  option,
  verboseOption,
} from '../options.ts';
import type { TestProgram } from '../test-program.ts';
import { type MutateOptions, mutateTests } from './mutate-tests.ts';

const formats = { json: mutationJson, html: htmlMutations } as const;
type Format = keyof typeof formats;

interface CommandOptions extends MutateOptions {
  readonly failUnder?: number;
  readonly report?: readonly { readonly format: Format; readonly file: string }[];
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export const defineMutate =
  (program: TestProgram, help: HelpTexts): Define =>
  (command, terminal) => {
    withHelp(command, { ...help, notes })
      .argument('<base-url>', 'base URL of the server, with any path prefix')
      .argument('<command...>', 'the command that runs your tests, after --')
      .addOption(documentOption(program))
      .addOption(allowFilesOption())
      .addOption(
        option(
          '--url-variable <name>',
          'environment variable in which the tests get the URL to call',
        )
          .default('BASE_URL')
          .argParser(variableName),
      );
    addListenOptions(command, 0)
      .addOption(
        option('--max-time <seconds>', 'stop after this time').default(600).argParser(positive),
      )
      .addOption(
        option('--seed <number>', 'choose the order of the mutations')
          .default(1)
          .argParser(seedNumber),
      )
      .addOption(
        option('--fail-under <percent>', 'exit with 1 if the score is lower').argParser(percent),
      );
    for (const each of connectionOptions()) command.addOption(each);
    command
      .addOption(
        option('--report <format=file...>', 'write a report: json or html').argParser(report),
      )
      .addOption(verboseOption('list every mutation that no test noticed, with its response'))
      .addOption(jsonOption('write the report to standard output as JSON'))
      .action((baseUrl: string, tests: string[], options: CommandOptions) =>
        mutate(program, terminal, baseUrl, tests, options),
      );
  };

const notes = [
  'Your tests run once as they are, and must pass. Then they run once for each change of a response that breaks the contract, such as a required field that is gone: a test should fail. The score is the share of the changes that a test noticed. Requests are never changed.',
  'The tests get the URL to call in BASE_URL, and instead of {url} in their command.',
  'mutation-report.schema.json in the package describes the JSON.',
  'Exit codes: 0 a score, 1 a score under --fail-under, 2 wrong command, 3 inconclusive: the tests fail without a change, or do not call the server.',
];

async function mutate(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string,
  tests: readonly string[],
  options: CommandOptions,
): Promise<void> {
  await reportUsage(terminal, async () => {
    requireNoDocument(baseUrl, options);
    const { report, output } = await mutateTests(program, terminal, baseUrl, tests, options);
    for (const { format, file } of options.report ?? [])
      await writeFile(file, formats[format](report)).catch((cause) => {
        throw fileError('write', file, cause);
      });
    print(terminal, report, output, options);
    terminal.endWith(exitCodeOf(report, options.failUnder));
  });
}

function print(
  terminal: Terminal,
  report: MutationReport,
  output: string | undefined,
  { json = false, verbose = false }: CommandOptions,
): void {
  const { stdout } = terminal;
  if (output !== undefined) terminal.say(output);
  if (json) {
    terminal.print(mutationJson(report).trimEnd());
    return;
  }
  const colour = terminal.wantsColour(stdout);
  stdout.write(consoleMutations(report, { colour, columns: columnsOf(stdout), verbose }));
}

function exitCodeOf({ inconclusive, score = 0 }: MutationReport, failUnder = 0): number {
  if (inconclusive !== undefined) return exitCodes.inconclusive;
  return score < failUnder ? exitCodes.failed : exitCodes.passed;
}

function report(text: string, before: CommandOptions['report'] = []) {
  const [, name = '', file] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const known = Object.keys(formats);
  if (!isFormat(name) || file === undefined)
    throw new InvalidArgumentError(
      `Use ${known.map((one) => `${one}=<file>`).join(', ')}.${didYouMean(text.replace(/=.*/s, ''), known)}`,
    );
  return [...before, { format: name, file }];
}

function isFormat(name: string): name is Format {
  return Object.hasOwn(formats, name);
}

function percent(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number <= 100) return number;
  throw new InvalidArgumentError('Give a number from 0 to 100.');
}

function variableName(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text;
  throw new InvalidArgumentError('Give the name of an environment variable.');
}

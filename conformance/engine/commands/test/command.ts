import type { Option } from 'commander';
import { bases } from '../../basis.ts';
import { jsonOption, manyOf, positive } from '../../terminal/common-options.ts';
import { type HelpTexts, withHelp } from '../../terminal/help-texts.ts';
import type { Define } from '../../terminal/program.ts';
import {
  allowFilesOption,
  connectionOptions,
  documentOption,
  inputOptions,
  type ListOptions,
  option,
  reportOption,
  type TestOptions,
  verboseOption,
} from '../options.ts';
import { operationOptions, readOnlyOption, requestOptions } from '../request-options.ts';
import type { TestProgram } from '../test-program.ts';
import { list, test } from './action.ts';

export const defineTest =
  (program: TestProgram, help: HelpTexts): Define =>
  (command, terminal) => {
    withHelp(command, { ...help, notes: [...notes, ...(help.notes ?? [])] }).argument(
      '[base-url]',
      'base URL of the server, with any path prefix',
    );
    for (const [heading, options] of Object.entries(optionsByHeading(program)))
      for (const option of options) command.addOption(option.helpGroup(heading));
    command.action((baseUrl: string | undefined, options: TestOptions) =>
      test(program, terminal, baseUrl, options),
    );
  };

/** `list`: what `test --list` prints. */
export const defineList =
  (program: TestProgram, help: HelpTexts): Define =>
  (command, terminal) => {
    withHelp(command, help)
      .addOption(documentOption(program))
      .addOption(allowFilesOption())
      .addOption(suiteOption());
    for (const option of selectionOptions()) command.addOption(option);
    command
      .addOption(jsonOption('write the list to standard output as JSON'))
      .action((options: ListOptions) => list(program, terminal, options));
  };

function optionsByHeading(program: TestProgram): Readonly<Record<string, readonly Option[]>> {
  const { contract } = program;
  return {
    'Server:': [
      ...inputOptions(program),
      ...(contract === undefined
        ? []
        : [
            option(
              '--init [file]',
              `write a profile to fill in (default file: ${contract.profileFile})`,
            ).conflicts('list'),
          ]),
    ],
    'Checks:': [
      suiteOption(),
      ...selectionOptions(),
      option('--strict', 'also fail on rules of a decision'),
      option('--wire', 'also fail on what HTTP requires below the application'),
      option('--allow-skipped', 'pass although the profile lacks what some checks need'),
      option(
        '--destructive',
        'also change and delete what this run did not create (records, whole collections, settings), and exhaust rate limits',
      ),
      readOnlyOption().conflicts('destructive'),
      option('--no-fuzz', 'send no generated requests'),
      option('--list', 'list the checks and run none'),
    ],
    'Requests:': [
      ...requestOptions(),
      option('--fail-fast', 'stop at the first failure'),
      option('--bail-on-unreachable', 'stop at the first request that cannot be sent'),
      option('--thorough', 'use all of --max-time: go on with other generated requests'),
      option('--max-response-time <seconds>', 'fail if a response takes longer').argParser(
        positive,
      ),
      option('--hooks <file>', 'JavaScript module that signs requests or reads responses'),
      ...connectionOptions(),
    ],
    'Report:': [
      reportOption(),
      option('--write-baseline <file>', 'write what this run finds as a baseline to fill in'),
      verboseOption(),
      jsonOption('write the report, or the list, to standard output as JSON'),
      option('--replay <finding>', 'run the check of an earlier finding again'),
      option('--from <file>', 'JSON report with the finding of --replay'),
    ],
  };
}

const suiteOption = () =>
  option(
    '--suite <files...>',
    'also run checks of your own: modules that export suites (defineSuite)',
  );

function selectionOptions(): Option[] {
  return [
    option(
      '--only <ids...>',
      'run only these checks: an id, a subject, or a prefix that ends in *',
    ),
    option('--skip <ids...>', 'skip these checks'),
    ...operationOptions(),
    manyOf(
      option('--basis <names...>', 'run only checks with this basis (old name: --strength)'),
      bases,
    ),
    strengthOption(),
  ];
}

/** The old name of `--basis`, for one release. */
function strengthOption(): Option {
  const alias = manyOf(
    option('--strength <names...>', 'the old name of --basis'),
    bases,
  ).hideHelp();
  alias.attributeName = () => 'basis';
  return alias;
}

const notes = [
  'Exit codes: 0 passed, 1 failed, 2 wrong command, 3 inconclusive: the server, or a safety or shown rule, could not be tested.',
  'Secrets come from the profile: env:NAME, file:path, command:program or prompt.',
  'For a run, --json writes the JSON of --report json, which report.schema.json in the package describes. For --list, it writes an array of checks.',
];

import { randomInt } from 'node:crypto';
import type { Option } from 'commander';
import { bases } from '../../basis.ts';
import {
  jsonOption,
  manyOf,
  positive,
  seedNumber,
  wholeNumber,
} from '../../terminal/common-options.ts';
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
      option('--read-only', 'send only GET, HEAD, OPTIONS and QUERY').conflicts('destructive'),
      option('--no-fuzz', 'send no generated requests'),
      option('--list', 'list the checks and run none'),
    ],
    'Requests:': [
      option(
        '--seed <number>',
        'send the same requests as a run with this seed, or new ones with `random` (default: derived from the document)',
      ).argParser((text) => (text === 'random' ? randomInt(2 ** 32) : seedNumber(text))),
      option(
        '--max-examples <number>',
        'generate at most this many requests per operation and check',
      ).argParser(wholeNumber('The number of examples', 10_000, 1)),
      option('--fail-fast', 'stop at the first failure'),
      option('--bail-on-unreachable', 'stop at the first request that cannot be sent'),
      option('--max-time <seconds>', 'stop the run after this time')
        .default(300)
        .argParser(positive),
      option('--thorough', 'use all of --max-time: go on with other generated requests'),
      option('--timeout <seconds>', 'wait this long for a response')
        .default(15)
        .argParser(positive),
      option('--max-response-time <seconds>', 'fail if a response takes longer').argParser(
        positive,
      ),
      option('--rate <number>', 'send at most this many requests per second').argParser(positive),
      option(
        '--header <line...>',
        'send this header, "Name: value", with every request; not for secrets',
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
    option(
      '--operation <patterns...>',
      'run only checks of these operations: an id, method, path, or method and path; * matches any text',
    ),
    option('--tag <names...>', 'run only checks of operations with these tags'),
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

import { Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from './whole-number.ts';

/** `account-access test`: the contract tests, against any implementation. */
export function testCommand(): Command {
  return new Command('test')
    .description('hold a server against the contract')
    .argument('[base-url]', 'base address of the server, with any path prefix')
    .addOption(
      option('--profile <file>', 'what to know of the server: accounts, where the id of a key is, …'),
    )
    .addOption(option('--init [file]', 'write a profile to fill in').conflicts('list'))
    .addOption(option('--document <file>', 'any OpenAPI 3.0 or 3.1 document, in place of this contract'))
    .addOption(option('--only <ids...>', 'run these checks: an id, a subject, or a prefix that ends in *'))
    .addOption(option('--skip <ids...>', 'leave these checks out'))
    .addOption(
      option('--strength <names...>', 'run checks of these strengths').choices([
        'shown',
        'standard',
        'decided',
        'observed',
      ]),
    )
    .option('--strict', 'what differs from our decisions fails too')
    .option('--destructive', 'also ask what may exhaust limits')
    .option('--no-fuzz', 'no generated requests')
    .addOption(
      option('--seed <number>', 'send the same requests as a run with this seed').argParser(
        wholeNumber('A seed', 2 ** 32 - 1),
      ),
    )
    .option('--fail-fast', 'stop at the first failure')
    .option('--bail-on-unreachable', 'stop at the first request that cannot be sent')
    .addOption(option('--max-time <seconds>', 'give up then').default(300).argParser(positive))
    .addOption(option('--timeout <seconds>', 'wait so long for an answer').default(15).argParser(positive))
    .addOption(option('--rate <number>', 'requests a second, at most').argParser(positive))
    .addOption(option('--header <line...>', '"Name: value" to send with every request, not for secrets'))
    .addOption(option('--ca <file>', 'certificates to trust, PEM'))
    .option('--insecure', 'accept any certificate')
    .addOption(reportOption())
    .addOption(option('--replay <finding>', 'ask again what a finding of an earlier run came from'))
    .addOption(option('--from <file>', 'the JSON report that has the finding of --replay'))
    .addOption(option('--baseline <file>', 'failures that are known, each with its reason'))
    .option('--list', 'list the checks and run none')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .addHelpText('after', examples)
    .action(async (baseUrl: string | undefined, options: TestOptions) => {
      const { test } = await import('./test-action.ts');
      await test(baseUrl, options);
    });
}

export const reportFormats = ['json', 'junit', 'html', 'sarif'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface TestOptions {
  readonly profile?: string;
  readonly init?: string | true;
  readonly document?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly strength?: readonly ('shown' | 'standard' | 'decided' | 'observed')[];
  readonly strict?: boolean;
  readonly destructive?: boolean;
  readonly fuzz: boolean;
  readonly seed?: number;
  readonly failFast?: boolean;
  readonly bailOnUnreachable?: boolean;
  readonly maxTime: number;
  readonly timeout: number;
  readonly rate?: number;
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly report?: readonly { readonly format: ReportFormat; readonly file: string }[];
  readonly baseline?: string;
  readonly list?: boolean;
  readonly replay?: string;
  readonly from?: string;
}

export function reportOption(): Option {
  return option('--report <format=file...>', 'write a report: json, junit, html or sarif').argParser(report);
}

function option(flags: string, description: string): Option {
  return new Option(flags, description);
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new InvalidArgumentError('It is a number above 0.');
  return number;
}

function report(text: string, before: TestOptions['report'] = []) {
  const [, name, file] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const format = reportFormats.find((known) => known === name);
  if (format === undefined || file === undefined)
    throw new InvalidArgumentError(`It is ${reportFormats.map((known) => `${known}=<file>`).join(', ')}.`);
  return [...before, { format, file }];
}

const examples = `
Exit codes: 0 the contract is kept, 1 it is broken, 2 the command is wrong, 3 the server could not be tested.
Secrets come by the profile: env:NAME, file:path or prompt. NO_COLOR turns colours off.

Examples:
  account-access test --init                                 writes account-access.yaml
  account-access test https://api.example.com --profile account-access.yaml
  account-access test http://127.0.0.1:8080 --profile data/demo-profile.yaml --strict
  account-access test http://127.0.0.1:8080 --profile p.yaml --only login mfa/code-works-once
  account-access test http://127.0.0.1:8080 --profile p.yaml --report junit=junit.xml --report html=report.html
  account-access test --replay 1a2b3c4d --from report.json --profile p.yaml
  account-access test https://other.example.com --document openapi.yaml
`;

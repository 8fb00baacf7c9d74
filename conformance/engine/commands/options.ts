import { InvalidArgumentError, Option } from 'commander';
import type { Basis } from '../basis.ts';
import type { Certificates } from '../http/certificates.ts';
import type { RunOptions } from '../run/run-options.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import type { TestProgram } from './test-program.ts';

const reportFormats = ['json', 'junit', 'ctrf', 'html', 'markdown', 'sarif', 'har'] as const;
export type ReportFormat = (typeof reportFormats)[number];

type RunSettings =
  | 'only'
  | 'skip'
  | 'strict'
  | 'wire'
  | 'destructive'
  | 'readOnly'
  | 'failFast'
  | 'thorough'
  | 'bailOnUnreachable';

export interface TestOptions
  extends Pick<RunOptions, RunSettings>,
    Omit<Certificates, 'passphrase'> {
  readonly profile?: string;
  readonly init?: string | true;
  readonly document?: string;
  readonly allowFiles?: boolean;
  readonly suite?: readonly string[];
  readonly basis?: readonly Basis[];
  readonly operation?: readonly string[];
  readonly tag?: readonly string[];
  readonly allowSkipped?: boolean;
  readonly maxResponseTime?: number;
  readonly fuzz: boolean;
  readonly seed?: number;
  readonly maxExamples?: number;
  readonly maxTime: number;
  readonly timeout: number;
  readonly rate?: number;
  readonly header?: readonly string[];
  readonly hooks?: string;
  readonly insecure?: boolean;
  readonly report?: readonly { readonly format: ReportFormat; readonly file: string }[];
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly list?: boolean;
  readonly replay?: string;
  readonly from?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export type ListOptions = Pick<
  TestOptions,
  | 'document'
  | 'allowFiles'
  | 'suite'
  | 'only'
  | 'skip'
  | 'basis'
  | 'operation'
  | 'tag'
  | 'json'
  | 'maxExamples'
>;

type SharedOptions =
  | 'profile'
  | 'document'
  | 'allowFiles'
  | 'baseline'
  | 'ca'
  | 'cert'
  | 'key'
  | 'insecure'
  | 'strict';

export interface ProxyOptions
  extends Pick<TestOptions, SharedOptions | 'report' | 'json' | 'verbose'> {
  readonly port: number;
  readonly host: string;
}

export function reportOption(): Option {
  return option(
    '--report <format=file...>',
    'write a report: json, junit, ctrf, html, markdown or sarif; har has all traffic',
  ).argParser(report);
}

export function inputOptions(program: TestProgram): Option[] {
  return [
    option('--profile <file>', 'file that describes the server: credentials, limits, …'),
    documentOption(program),
    allowFilesOption(),
    option('--baseline <file>', 'file of known failures, each with its reason'),
  ];
}

export function documentOption({ contract }: TestProgram): Option {
  const instead = contract === undefined ? '' : ' instead of the contract';
  return option(
    '--document <file-or-url>',
    `test against this OpenAPI 3 or Swagger 2.0 document${instead}`,
  );
}

export function allowFilesOption(): Option {
  return option('--allow-files', 'let the document refer to files outside its folder');
}

export function connectionOptions(): Option[] {
  return [
    option('--ca <file>', 'file of certificates to trust (PEM)'),
    option('--cert <file>', 'certificate to show to a server that requires one (PEM)'),
    option('--key <file>', 'private key of --cert (PEM)'),
    option('--insecure', 'accept any certificate'),
  ];
}

export function verboseOption(
  description = 'list every check that did not pass, with its requests',
): Option {
  return option('--verbose', description);
}

export function option(flags: string, description: string): Option {
  return new Option(flags, description);
}

function report(text: string, before: TestOptions['report'] = []) {
  const [, name, file] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const format = reportFormats.find((known) => known === name);
  if (format === undefined || file === undefined)
    throw new InvalidArgumentError(
      `Use ${reportFormats.map((known) => `${known}=<file>`).join(', ')}.${didYouMean(text.replace(/=.*/s, ''), reportFormats)}`,
    );
  return [...before, { format, file }];
}

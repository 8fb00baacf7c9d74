import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { shellWord } from '../http/shell-word.ts';
import type { Target } from '../http/target.ts';
import { consoleReport } from '../report/console.ts';
import { ctrfReport } from '../report/ctrf.ts';
import { githubAnnotations, withoutCommands } from '../report/github.ts';
import { harEntry, harReport } from '../report/har.ts';
import { htmlReport } from '../report/html.ts';
import { junitReport } from '../report/junit.ts';
import { markdownReport } from '../report/markdown.ts';
import { recordTraffic } from '../report/record-traffic.ts';
import type { Report } from '../report/report.ts';
import { jsonReport } from '../report/report.ts';
import { sarifReport } from '../report/sarif.ts';
import { writeBaseline } from '../run/baseline.ts';
import type { KnownFailure } from '../run/judge.ts';
import type { Secrets } from '../secrets.ts';
import { columnsOf, type Terminal } from '../terminal/terminal.ts';
import { fileError } from '../terminal/usage-error.ts';
import { withoutQuery } from '../without-query.ts';
import type { ReportFormat, TestOptions } from './options.ts';
import type { TestProgram } from './test-program.ts';

/**
 * Records the traffic of a target, and returns a function that writes the HAR, if a HAR file is wanted.
 *
 * @param stream gets each exchange too, for a run that does not end: a later secret is not masked in it
 */
export function recordHar(
  { tool }: TestProgram,
  target: Target,
  secrets: Secrets,
  wanted: TestOptions['report'] = [],
  stream?: (har: string) => void,
): (() => string) | undefined {
  if (wanted.every(({ format }) => format !== 'har')) return undefined;
  const recording = recordTraffic(target, (recorded) => {
    // After the other listeners, which find the secrets in it.
    if (stream) queueMicrotask(() => stream(harEntry(recorded, target.baseUrl, secrets)));
  });
  return () => harReport(recording, target.baseUrl, secrets, tool);
}

export async function writeReports(
  { contract }: TestProgram,
  report: Report,
  wanted: NonNullable<TestOptions['report']>,
  writeHar: (() => string) | undefined,
): Promise<void> {
  const writers: Record<ReportFormat, (report: Report) => string> = {
    json: jsonReport,
    junit: junitReport,
    ctrf: ctrfReport,
    html: htmlReport,
    markdown: markdownReport,
    sarif: (given) => sarifReport(given, contract?.document()),
    har: () => writeHar?.() ?? '',
  };
  for (const { format, file } of wanted) {
    try {
      // It has all requests: what is not a secret by the contract may still be one.
      await writeFile(file, writers[format](report), { mode: format === 'har' ? 0o600 : 0o666 });
    } catch (cause) {
      throw fileError('write', file, cause);
    }
  }
}

/** Overwrites a file only if it is the baseline of this run, whose reasons are kept. */
export async function writeBaselineFile(
  { say }: Pick<Terminal, 'say'>,
  report: Report,
  known: readonly KnownFailure[],
  { baseline, writeBaseline: file = '' }: TestOptions,
): Promise<void> {
  const flag = baseline !== undefined && resolve(baseline) === resolve(file) ? 'w' : 'wx';
  try {
    await writeFile(file, writeBaseline(report, known), { flag });
  } catch (cause) {
    throw fileError('write', file, cause);
  }
  say(`Wrote ${file}. Give each entry its reason, then pass --baseline ${file}.`);
}

/** The report for people, with annotations in GitHub Actions. With `json` only the report for programs. */
export function printReport(
  { profileCommand }: TestProgram,
  terminal: Terminal,
  report: Report,
  {
    json = false,
    verbose = false,
    profile,
    document,
  }: Pick<TestOptions, 'json' | 'verbose' | 'profile' | 'document'>,
): void {
  const { stdout, environment } = terminal;
  if (json) return void terminal.print(jsonReport(report).trimEnd());
  const colour = terminal.wantsColour(stdout);
  const text = consoleReport(report, {
    colour,
    columns: columnsOf(stdout),
    verbose,
    profileCommand:
      profile === undefined
        ? profileCommand(document && shellWord(withoutQuery(document)))
        : undefined,
  });
  if (environment.GITHUB_ACTIONS !== 'true') return void stdout.write(text);
  stdout.write(withoutCommands(text, randomBytes(16).toString('hex')));
  stdout.write(githubAnnotations(report));
}

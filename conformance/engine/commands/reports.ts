import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
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
  const writers: Record<ReportFormat, (report: Report) => string | Promise<string>> = {
    json: jsonReport,
    junit: junitReport,
    ctrf: ctrfReport,
    html: htmlReport,
    markdown: markdownReport,
    // It reads the document for its lines: other commands start sooner without that.
    sarif: async (given) =>
      (await import('../report/sarif.ts')).sarifReport(given, contract?.document()),
    har: () => writeHar?.() ?? '',
  };
  for (const { format, file } of wanted) {
    try {
      // It has all requests: what is not a secret by the contract may still be one.
      await writeFile(file, await writers[format](report), {
        mode: format === 'har' ? 0o600 : 0o666,
      });
    } catch (cause) {
      throw fileError('write', file, cause);
    }
  }
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

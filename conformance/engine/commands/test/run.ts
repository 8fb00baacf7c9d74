import { exitCodes } from '../../outcome.ts';
import type { Entry } from '../../report/entry.ts';
import { fold } from '../../report/fold.ts';
import { harOf } from '../../report/har.ts';
import { showProgress } from '../../report/progress.ts';
import { keepLast } from '../../report/record-traffic.ts';
import { openLine } from '../../terminal/redrawn-line.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withoutQuery } from '../../without-query.ts';
import { knownFailures } from '../known-failures.ts';
import type { TestOptions } from '../options.ts';
import { printReport, writeReports } from '../reports.ts';
import type { TestProgram } from '../test-program.ts';
import { superviseRun } from './supervise-run.ts';

/** Runs the checks, shows their progress, and writes the reports. */
export async function runTest(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string | undefined,
  options: TestOptions,
): Promise<void> {
  const known = await knownFailures(options.baseline);
  const { environment, mayRedraw, stderr, say } = terminal;
  const progress = showProgress({ line: mayRedraw(stderr) ? openLine(terminal) : undefined, say });
  const entries: Entry[] = [headOf(program, baseUrl, options)];
  const { traffic, add } = keepLast((har: string) => har.length);
  const write = (entry: Entry) => {
    if (entry.type === 'exchange') return add(entry.har);
    entries.push(entry);
    progress.inspect(entry);
  };
  const input = { baseUrl, options, known, environment };
  try {
    await superviseRun(program, terminal, input, entries, write);
  } finally {
    progress.end();
  }
  const report = fold(entries);
  const whole = entries.find((entry) => entry.type === 'traffic');
  const writeHar = () => whole?.har ?? harOf(traffic, program.tool);
  await writeReports(program, report, options.report ?? [], writeHar);
  if (options.writeBaseline !== undefined) {
    const { writeBaselineFile } = await import('../baseline-file.ts');
    await writeBaselineFile(terminal, report, known, options);
  }
  printReport(program, terminal, report, options);
  terminal.endWith(exitCodes[report.verdict]);
}

/** What is known of a run before its process has opened anything. */
function headOf(
  { tool }: TestProgram,
  baseUrl = '',
  { document, strict = false, wire = false, allowSkipped = false }: TestOptions,
): Entry {
  const startedAt = new Date().toISOString();
  // An address with a password is an error, which the process has not found yet.
  const target = baseUrl.replace(/\/\/[^/]*@/, '//');
  const shown = document && withoutQuery(document);
  return { type: 'started', tool, target, document: shown, strict, wire, allowSkipped, startedAt };
}

import { exitCodes, RunStopped } from '../../outcome.ts';
import type { Entry } from '../../report/entry.ts';
import { fold } from '../../report/fold.ts';
import { showProgress } from '../../report/progress.ts';
import { openLine } from '../../terminal/redrawn-line.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { promptAt, readBaselineFile } from '../inputs.ts';
import type { TestOptions } from '../options.ts';
import { printReport, writeBaselineFile, writeReports } from '../reports.ts';
import type { TestProgram } from '../test-program.ts';
import { performTest } from './perform-test.ts';

/** Runs the checks, shows their progress, and writes the reports. */
export async function runTest(
  program: TestProgram,
  terminal: Terminal,
  baseUrl: string | undefined,
  options: TestOptions,
): Promise<void> {
  const known = await readBaselineFile(options.baseline);
  const { environment } = terminal;
  const entries = await collect(terminal, async (write) => {
    const stop = new AbortController();
    const onSignal = (signal: string) => stop.abort(new RunStopped(signal));
    // A second signal ends the process at once.
    for (const signal of signals) process.once(signal, onSignal);
    const end = performance.now() + options.maxTime * 1000;
    try {
      await performTest(
        program,
        { baseUrl, options, known, environment },
        {
          prompt: promptAt(terminal),
          signal: stop.signal,
          remaining: () => end - performance.now(),
          write,
        },
      );
    } finally {
      for (const signal of signals) process.off(signal, onSignal);
    }
  });
  const report = fold(entries);
  const traffic = entries.find((entry) => entry.type === 'traffic');
  await writeReports(program, report, options.report ?? [], () => traffic?.har ?? '');
  if (options.writeBaseline !== undefined)
    await writeBaselineFile(terminal, report, known, options);
  printReport(program, terminal, report, options);
  terminal.endWith(exitCodes[report.verdict]);
}

/** Returns the entries of a run, and shows its progress from them. */
async function collect(
  terminal: Terminal,
  run: (write: (entry: Entry) => void) => Promise<void>,
): Promise<readonly Entry[]> {
  const { mayRedraw, stderr, say } = terminal;
  const progress = showProgress({ line: mayRedraw(stderr) ? openLine(terminal) : undefined, say });
  const entries: Entry[] = [];
  try {
    await run((entry) => {
      entries.push(entry);
      progress.inspect(entry);
    });
    return entries;
  } finally {
    progress.end();
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { JsonTestResults } from 'vitest/node';
import { InvalidMutationError } from './working-copy.ts';

export type Project = 'sqlite' | 'postgres';

/** The project of vitest.config.ts in which a test file runs. */
export const projectOf = (test: string): Project =>
  test.startsWith('postgres/') ? 'postgres' : 'sqlite';

/** @throws InvalidMutationError when the tests take longer than `seconds`, or end without a report */
export async function runTests(
  folder: string,
  project: Project,
  tests: readonly string[],
  { seconds, bail = false }: { readonly seconds: number; readonly bail?: boolean },
) {
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/vitest/vitest.mjs'),
      ...[
        'run',
        '--project',
        project,
        '--maxWorkers',
        '1',
        '--testTimeout',
        '60000',
        '--reporter',
        'json',
      ],
      // Of what a mutation leaves as it is, the next run need not be transformed again.
      ...[
        '--experimental.fsModuleCache',
        '--experimental.fsModuleCachePath',
        join(folder, '.cache'),
      ],
      ...['--outputFile', report, '--bail', bail ? '1' : '0'],
      ...tests.map((test) => `test/${test}`),
    ],
    // A group of its own, so that the servers which tests start end with it.
    { cwd: folder, stdio: 'ignore', detached: true },
  );
  let stopped = false;
  const stop = () => {
    stopped = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(stop, seconds * 1000);
  process.prependOnceListener('exit', stop);
  await once(child, 'close');
  clearTimeout(timer);
  process.off('exit', stop);
  if (stopped) throw new InvalidMutationError(`the tests did not end in ${seconds} s`);
  const written = await readFile(report, 'utf8').catch((cause: unknown) => {
    throw new InvalidMutationError('vitest wrote no report', { cause });
  });
  return judge(folder, JSON.parse(written), tests);
}

function judge(folder: string, report: JsonTestResults, tests: readonly string[]) {
  const results = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({ ...result, file: relative(join(folder, 'test'), name) })),
  );
  const withStatus = (wanted: string) =>
    results
      .filter(({ status }) => status === wanted)
      // In the report, the error of a test that timed out has such a message.
      .map(({ fullName, failureMessages }) =>
        failureMessages?.some((message) => /Test timed out|STACK_TRACE_ERROR/.test(message))
          ? `${fullName} (timed out)`
          : fullName,
      );
  const ran = new Set(
    results
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ file }) => file),
  );
  return {
    passed: withStatus('passed'),
    failed: withStatus('failed'),
    /** The files of which no test ran, because all were skipped or the file did not load. */
    missing: tests.filter((test) => !ran.has(test)),
  };
}

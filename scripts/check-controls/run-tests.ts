import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type NamedTest, namePattern, type Patch, type Row, testsFor } from './read-controls.ts';
import { InvalidPatchError } from './working-copy.ts';

/** Tests of one project of vitest.config.ts. */
export interface TestRun {
  readonly project: 'sqlite' | 'postgres';
  readonly tests: readonly NamedTest[];
}

export interface Outcome {
  /** The full names of named tests, by result. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Named tests that did not run, because they were skipped or their file did not load. */
  readonly missing: readonly string[];
  /** Whether the service works: it starts, and a user logs in and generates a key. */
  readonly works: boolean;
}

/** For each project, a test that shows that the service works. */
const working: Readonly<Record<TestRun['project'], NamedTest>> = {
  sqlite: {
    file: 'server/operations/generate-api-key.test.ts',
    title: 'returns a key with its id, creation time, prefix and advice',
  },
  postgres: { file: 'server/restart.test.ts', title: 'a used code stays used' },
};

/** The runs that show the result of a patch, in order. */
export function runsFor(patch: Patch, row: Row): TestRun[] {
  const tests = testsFor(patch, row);
  const onPostgres = tests.filter(({ file }) => file.startsWith('postgres/'));
  const others = tests.filter((test) => !onPostgres.includes(test));
  const runs: TestRun[] = [
    { project: 'sqlite', tests: others },
    { project: 'postgres', tests: onPostgres },
  ];
  return runs.filter((run) => run.tests.length > 0);
}

/**
 * Runs the tests with vitest in the folder.
 * @param limit seconds after which they are stopped
 * @throws InvalidPatchError when they are stopped, or end without a report
 */
export async function runTests(folder: string, { project, tests }: TestRun, limit: number): Promise<Outcome> {
  const all = [...tests, working[project]];
  const report = join(folder, 'report.json');
  await rm(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', project, '--maxWorkers', '1', '--testTimeout', '60000', '--reporter', 'json'],
      // Of what a patch leaves as it is, the next run need not be transformed again.
      ...['--experimental.fsModuleCache', '--experimental.fsModuleCachePath', join(folder, '.cache')],
      ...['--outputFile', report, '--testNamePattern', all.map(namePattern).join('|')],
      ...new Set(all.map(({ file }) => `test/${file}`)),
    ],
    // A group of its own, so that the servers which tests start end with it.
    { cwd: folder, stdio: 'ignore', detached: true },
  );
  let stopped = false;
  const stop = () => {
    stopped = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(stop, limit * 1000);
  process.prependOnceListener('exit', stop);
  await once(child, 'close');
  clearTimeout(timer);
  process.off('exit', stop);
  if (stopped) throw new InvalidPatchError(`the tests did not end in ${limit} s`);
  return judge(folder, await readReport(report), tests, working[project]);
}

/** What is used of the report of vitest's reporter `json`. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new InvalidPatchError('vitest wrote no report', { cause });
  });
  return JSON.parse(text);
}

function judge(folder: string, report: Report, tests: readonly NamedTest[], works: NamedTest): Outcome {
  const results = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({ ...result, file: relative(join(folder, 'test'), name) })),
  );
  const resultsOf = (test: NamedTest) => {
    const pattern = new RegExp(namePattern(test));
    return results.filter(({ file, fullName }) => file === test.file && pattern.test(fullName));
  };
  const withStatus = (wanted: string) => [
    ...new Set(
      tests
        .flatMap(resultsOf)
        .filter(({ status }) => status === wanted)
        // In the report, the error of a test that timed out has such a message.
        .map(({ fullName, failureMessages }) =>
          failureMessages.some((message) => /Test timed out|STACK_TRACE_ERROR/.test(message))
            ? `${fullName} (timed out)`
            : fullName,
        ),
    ),
  ];
  const ran = (test: NamedTest) =>
    resultsOf(test).some(({ status }) => status === 'passed' || status === 'failed');
  return {
    passed: withStatus('passed'),
    failed: withStatus('failed'),
    missing: tests.filter((test) => !ran(test)).map(({ file, title }) => `${file}: ${title}`),
    works: resultsOf(works).some(({ status }) => status === 'passed'),
  };
}

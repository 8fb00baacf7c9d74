import { parseArgs } from 'node:util';
import {
  disagreements,
  type Mutation,
  readMutations,
  readRows,
} from './check-controls/controls.ts';
import { type Project, projectOf, runTests } from './check-controls/run-tests.ts';
import { copyTree, InvalidMutationError, type WorkingCopy } from './check-controls/working-copy.ts';
import { secondsSince, workOff } from './work-off.ts';

/**
 * `npm run check:controls -- [name...]` takes each control of docs/explanation/security.md out, one at a time, as the tables in
 * test/controls say, and shows the test that fails. With names, or parts of names, it runs only those entries. Without the change
 * these tests must pass, and with it the service must still work.
 */

/** Seconds for the tests of one control, and for all of them without a change. */
const limits = { one: 400, all: 1800 };

/** For each project, a test file of which something passes only if a user can log in and generate a key. */
const working: Readonly<Record<Project, string>> = {
  sqlite: 'server/operations/access-tokens.test.ts',
  postgres: 'server/restart.test.ts',
};

const { positionals } = parseArgs({ allowPositionals: true });
const mutations = await readMutations();
const selected = mutations.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const start = performance.now();
// The end of the process removes the copies, and stops the tests.
process.once('SIGINT', () => process.exit(130));

if (selected.length === 0)
  fail(`No entry of test/controls has such a name: ${positionals.join(', ')}`);
else {
  if (positionals.length === 0) for (const each of disagreements(readRows(), mutations)) fail(each);
  await checkAll();
}

async function checkAll(): Promise<void> {
  const first = copyTree();
  if (!(await passUnchanged(first))) return;
  // Two at once: the tests start servers, and most of them wait.
  const copies = selected.length > 1 ? [first, copyTree()] : [first];
  let killed = 0;
  await workOff(selected, copies.length, async (mutation, worker) => {
    if (await isKilled(copies[worker] ?? first, mutation)) killed += 1;
  });
  console.log(
    `${killed} of ${selected.length} controls cannot be removed unnoticed, ${secondsSince(start)}`,
  );
}

async function passUnchanged({ folder }: WorkingCopy): Promise<boolean> {
  let passed = 0;
  const problems: string[] = [];
  for (const project of ['sqlite', 'postgres'] as const) {
    const tests = [...new Set(selected.map(({ test }) => test))].filter(
      (test) => projectOf(test) === project,
    );
    if (tests.length === 0) continue;
    const outcome = await runTests(folder, project, tests, { seconds: limits.all });
    passed += outcome.passed.length;
    for (const name of outcome.failed) problems.push(`Fails without a change: ${name}`);
    for (const name of outcome.missing) problems.push(`Does not run here: ${name}`);
  }
  console.log(`${passed} tests pass without a change, ${secondsSince(start)}`);
  for (const problem of problems) fail(problem);
  return problems.length === 0;
}

async function isKilled(copy: WorkingCopy, mutation: Mutation): Promise<boolean> {
  const begin = performance.now();
  const report = (verdict: string, text: string) =>
    `${verdict} ${mutation.name} (${secondsSince(begin)}): ${text}`;
  try {
    const test = await failingTest(copy, mutation);
    if (test === undefined) fail(report('SURVIVED', `no test of ${mutation.test} fails`));
    else console.log(report('killed', test));
    return test !== undefined;
  } catch (error) {
    if (!(error instanceof InvalidMutationError)) throw error;
    fail(report('INVALID', error.message));
    return false;
  }
}

/** The test that fails without the control. @throws InvalidMutationError when the change shows nothing */
async function failingTest(copy: WorkingCopy, mutation: Mutation): Promise<string | undefined> {
  copy.apply(mutation);
  try {
    const project = projectOf(mutation.test);
    const limit = { seconds: limits.one, bail: true };
    const { failed, missing } = await runTests(copy.folder, project, [mutation.test], limit);
    if (missing.length > 0) throw new InvalidMutationError(`${mutation.test} does not run with it`);
    if (failed.length === 0) return undefined;
    const { passed } = await runTests(copy.folder, project, [working[project]], {
      seconds: limits.one,
    });
    if (passed.length === 0) throw new InvalidMutationError('the service does not work with it');
    return failed[0];
  } finally {
    copy.revert();
  }
}

function fail(message: string): void {
  console.log(message);
  process.exitCode = 1;
}

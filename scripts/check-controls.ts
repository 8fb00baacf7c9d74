import { parseArgs } from 'node:util';
import {
  disagreements,
  type Patch,
  type Row,
  readPatches,
  readRows,
} from './check-controls/read-controls.ts';
import { runsFor, runTests } from './check-controls/run-tests.ts';
import { copyTree, InvalidPatchError, type WorkingCopy } from './check-controls/working-copy.ts';

/**
 * Takes each control of docs/explanation/security.md out, with the patches in test/controls, and expects that a test which
 * its row names fails. Without a patch these tests must pass, and with it the service must still work.
 */
const help = `Usage: npm run check:controls -- [name...]

Takes each security control out, one at a time, and shows the test that fails.
The patches are in test/controls. With names, or parts of names, it runs only
those patches. It ends with exit code 1 when a control can be removed without a
failing test, or a patch does not apply or compile.`;

/** Seconds for the tests of one control, and for all of them without a patch. */
const limits = { one: 400, all: 1800 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const rows = new Map(readRows().map((row) => [row.threat, row]));
const patches = readPatches();
const selected = patches.flatMap((patch) => {
  const row = rows.get(patch.threat);
  const named = positionals.length === 0 || positionals.some((part) => patch.name.includes(part));
  return row !== undefined && named ? [{ patch, row }] : [];
});
const start = performance.now();
// The end of the process removes the copies, and stops the tests.
process.once('SIGINT', () => process.exit(130));

if (values.help) console.log(help);
else if (selected.length === 0) fail(`No patch in test/controls has such a name: ${positionals.join(', ')}`);
else {
  if (positionals.length === 0) for (const each of disagreements([...rows.values()], patches)) fail(each);
  await checkAll();
}

async function checkAll(): Promise<void> {
  const first = copyTree();
  if (!(await passUnpatched(first))) return;
  // Two at once: the tests start servers, and most of them wait.
  const copies = selected.length > 1 ? [first, copyTree()] : [first];
  const waiting = [...selected];
  let killed = 0;
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        if (await isKilled(copy, next.patch, next.row)) killed += 1;
    }),
  );
  console.log(`${killed} of ${selected.length} patches killed, ${secondsSince(start)}`);
}

/** Whether all tests that the selected rows name pass in an unchanged copy. */
async function passUnpatched(copy: WorkingCopy): Promise<boolean> {
  const runs = selected.flatMap(({ patch, row }) => runsFor(patch, row));
  let passed = 0;
  const problems: string[] = [];
  for (const project of ['sqlite', 'postgres'] as const) {
    const tests = new Set(runs.filter((run) => run.project === project).flatMap((run) => run.tests));
    if (tests.size === 0) continue;
    const outcome = await runTests(copy.folder, { project, tests: [...tests] }, limits.all);
    passed += outcome.passed.length;
    for (const name of outcome.failed) problems.push(`Fails without a patch: ${name}`);
    for (const name of outcome.missing) problems.push(`Does not run here: ${name}`);
  }
  console.log(`${passed} tests pass without a patch, ${secondsSince(start)}`);
  for (const problem of problems) fail(problem);
  return problems.length === 0;
}

/** Applies the patch, runs the tests of its row, and prints the verdict. */
async function isKilled(copy: WorkingCopy, patch: Patch, row: Row): Promise<boolean> {
  const begin = performance.now();
  const report = (verdict: string, text: string) =>
    `${verdict} ${patch.name} (${secondsSince(begin)}): ${text}`;
  try {
    const test = await failingTest(copy, patch, row);
    if (test === undefined) fail(report('SURVIVED', 'no test of its row fails'));
    else console.log(report('killed', test));
    return test !== undefined;
  } catch (error) {
    if (!(error instanceof InvalidPatchError)) throw error;
    fail(report('INVALID', error.message));
    return false;
  }
}

/** The first test of the row that fails with the patch. @throws InvalidPatchError when the patch shows nothing */
async function failingTest(copy: WorkingCopy, patch: Patch, row: Row): Promise<string | undefined> {
  await copy.apply(patch);
  try {
    for (const run of runsFor(patch, row)) {
      const { failed, works } = await runTests(copy.folder, run, limits.one);
      if (!works) throw new InvalidPatchError('the service does not work with it');
      if (failed.length > 0) return failed[0];
    }
    return undefined;
  } finally {
    await copy.revert(patch);
  }
}

function fail(message: string): void {
  console.log(message);
  process.exitCode = 1;
}

function secondsSince(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}

import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { install } from '../../scripts/install.ts';
import { checkOf, type Fault } from '../../test/conformance/document/crud-server.ts';
import { root } from '../processes/build.ts';
import { markdownTable } from '../report/tables.ts';
import { type Subject, startStore } from './servers.ts';
import { type Result, type Tool, tools } from './tools.ts';

/** What is known of a tool after all its runs. */
interface Row {
  readonly tool: Tool;
  readonly correct: readonly Result[];
  readonly faults: readonly string[];
  readonly seconds: number;
}

/**
 * The benchmark of test power: the same servers, documents and two minutes for each tool. Writes bench/POWER.md. `quick` plants three
 * faults and writes nothing.
 */
export async function measurePower(quick: boolean, say: (text: string) => void): Promise<void> {
  await install('bench/power');
  execFileSync('npm', ['run', '--silent', 'build', '--', '--noCheck'], {
    cwd: root,
    stdio: 'inherit',
  });
  // `checkOf` has a key for each fault.
  const faults = (Object.keys(checkOf) as Fault[]).slice(0, quick ? 3 : undefined);
  const rows: Row[] = [];
  for (const tool of tools) {
    // What a tool reports only now and then is not a fault that it finds.
    const seeds = quick ? 1 : 10;
    say(`power: ${tool.name}: the correct server`);
    const began = performance.now();
    const correct: Result[] = [];
    for (let seed = 1; seed <= seeds; seed += 1)
      correct.push(await test(tool, await startStore(), seed));
    const seconds = (performance.now() - began) / 1000 / seeds;
    const usual = new Set(correct.flatMap(({ failures }) => [...failures]));
    const foundFaults: string[] = [];
    for (const [index, fault] of faults.entries()) {
      say(`power: ${tool.name}: fault ${index + 1} of ${faults.length}: ${fault}`);
      const result = await test(tool, await startStore(fault));
      const isFound = [...result.failures].some((failure) => !usual.has(failure));
      if (isFound) foundFaults.push(fault);
      say(`power: ${tool.name}: ${isFound ? 'found' : 'missed'}`);
    }
    rows.push({ tool, correct, faults: foundFaults, seconds });
  }
  const page = drawPage(rows, faults);
  console.log(page);
  if (!quick) await writeFile(join(root, 'bench/POWER.md'), page);
}

async function test(tool: Tool, subject: Subject, seed = 1): Promise<Result> {
  const result = await tool.test(subject, seed);
  await subject.stop();
  await rm(subject.folder, { recursive: true });
  return result;
}

function drawPage(rows: readonly Row[], faults: readonly Fault[]): string {
  const started = ({ correct }: Row) => correct[0]?.notStarted === undefined;
  const store = rows.map((row) => [
    row.tool.name,
    String(row.tool.setUp.length),
    ...(started(row)
      ? [
          `${row.faults.length} of ${faults.length}`,
          String(Math.max(...row.correct.map(({ failures }) => failures.size))),
          `${row.seconds.toFixed(1)} s`,
        ]
      : ['could not start', '', '']),
  ]);
  const reasons = rows.flatMap(({ tool, correct: [result] }) =>
    result?.notStarted === undefined
      ? []
      : [`- ${tool.name}: \`${result.notStarted.replaceAll('`', "'")}\``],
  );
  const tested = rows.filter(started);
  const byFault = faults.map((fault) => [
    fault,
    ...tested.map((row) => (row.faults.includes(fault) ? 'found' : '')),
  ]);
  return `# Test power

\`npm run bench -- power\` generates this page. Each tool gets the same document, the same server and at most two minutes, with its
defaults; Specmatic sends at most 50 combinations per operation, and reads the documents with \`--lenient\`. The store is a CRUD server of
our tests that keeps its document, with one fault planted at a time. A tool finds a fault when it reports something that it does not report
for the correct server in any of ten runs; ours has another seed in each. What it reports for the correct server is a false alarm.

${markdownTable(table(1, ['tool', 'lines of set-up', 'faults found', 'false alarms', 'time of a run'], store))}

${reasons.length === 0 ? '' : `Could not start:\n\n${reasons.join('\n')}\n\n`}## The planted faults

${markdownTable(table(Infinity, ['fault', ...tested.map(({ tool }) => tool.name)], byFault))}
`;
}

/** @param texts how many columns come before those of numbers */
const table = (
  texts: number,
  heading: readonly string[],
  rows: readonly (readonly string[])[],
) => ({
  numbers: heading.slice(texts),
  rows: [heading, ...rows],
});

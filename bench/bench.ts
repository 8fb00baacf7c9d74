import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import { didYouMean } from '../bin/did-you-mean.ts';
import { accounts } from './benchmarks/accounts.ts';
import { client } from './benchmarks/client.ts';
import { commits } from './benchmarks/commits.ts';
import { connections } from './benchmarks/connections.ts';
import { contractTests } from './benchmarks/contract-tests.ts';
import { docs } from './benchmarks/docs.ts';
import { generate } from './benchmarks/generate.ts';
import { history } from './benchmarks/history.ts';
import { keys } from './benchmarks/keys.ts';
import { login } from './benchmarks/login.ts';
import { mock } from './benchmarks/mock.ts';
import { start } from './benchmarks/start.ts';
import { root } from './processes/build.ts';
import { type Results, readResults, writeResults } from './report/results.ts';
import { comparisonTable, figuresTable, formatTable, missedGates } from './report/tables.ts';
import { drawReport } from './report/write-report.ts';
import type { Benchmark } from './run/benchmark.ts';
import { findMissing } from './run/needs.ts';
import { findInterruption, listenForInterruption, runBenchmarks } from './run/run-benchmarks.ts';

/** In the order in which they run and are reported. */
const benchmarks: readonly Benchmark[] = [
  generate,
  login,
  connections,
  keys,
  history,
  accounts,
  commits,
  start,
  mock,
  client,
  contractTests,
  docs,
];

/** `npm run bench`: how fast everything is, compared with its peers. */
interface Options {
  readonly quick?: boolean;
  readonly json?: boolean;
  readonly report?: boolean;
  readonly output?: string;
}

const width = Math.max(...benchmarks.map(({ name }) => name.length));
const list = benchmarks.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`).join('\n');
const program = new Command('npm run bench --')
  .description('Measure how fast each part is, compared with its peer.')
  .argument('[benchmarks...]', 'what to measure; everything by default')
  .option('--quick', 'short rounds that only show that everything runs; writes no files without --output')
  .option('--json', 'write the raw figures to standard output instead of tables')
  .option('--report', 'measure nothing: write RESULTS.md again from results.json')
  .option('--output <folder>', 'where to write results.json and RESULTS.md', undefined)
  .addHelpText('after', `\nBenchmarks:\n${list}\n\nRequires Linux: /proc reports the CPU time of a process.`)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(run);
await program.parseAsync();

async function run(names: readonly string[], options: Options): Promise<void> {
  const chosen = choose(names);
  const folder = options.output ?? (options.quick ? undefined : join(root, 'bench'));
  if (options.report) return report(folder ?? join(root, 'bench'));
  if (process.platform !== 'linux')
    program.error('error: benchmarks require Linux, where /proc reports the CPU time of a process');

  const missing = await findMissing(chosen);
  if (missing.length > 0) {
    const left = chosen.filter(({ name }) => !missing.some((text) => text.includes(` ${name} needs`)));
    const others = left.length === 0 ? '' : `\nOr run only: npm run bench -- ${left.map(nameOf).join(' ')}`;
    program.error(`error: ${missing.join('\nerror: ')}${others}`);
  }
  const quick = options.quick === true;
  const seconds = chosen.reduce((sum, benchmark) => sum + benchmark.seconds[quick ? 'quick' : 'whole'], 0);
  say(`takes about ${inWords(seconds)} on two idle cores, plus the build`);
  const found: Record<string, Results[string]> = {};
  const signal = listenForInterruption();
  const done = async (benchmark: Benchmark, measured: Results[string]) => {
    found[benchmark.name] = measured;
    if (folder !== undefined) await keep(folder, found);
    if (!options.json)
      console.log(`\n${benchmark.title}\n\n${formatTable(figuresTable(benchmark, measured.series))}`);
  };
  try {
    await runBenchmarks(chosen, { quick, say, signal }, done);
  } catch (error) {
    const interruption = await findInterruption(signal);
    if (interruption === undefined) throw error;
    const kept = folder === undefined ? [] : Object.keys(found);
    say(`interrupted; kept ${kept.join(', ') || 'nothing'}`);
    // The benchmark that was running cannot end by itself.
    process.exit(interruption.exitCode);
  }

  const comparisons = chosen.flatMap(({ name, compare }) => compare(found[name]?.series ?? []));
  if (options.json) console.log(JSON.stringify(found));
  else if (comparisons.length > 0) console.log(`\n${formatTable(comparisonTable(comparisons))}`);
  if (folder !== undefined) say(`wrote ${relative(process.cwd(), join(folder, 'RESULTS.md'))}`);
  for (const missed of missedGates(comparisons)) console.error(`Missed: ${missed}`);
  if (missedGates(comparisons).length > 0) process.exitCode = 1;
}

/** Replaces the results of these benchmarks and leaves the others. */
async function keep(folder: string, found: Results): Promise<void> {
  const path = join(folder, 'results.json');
  await writeResults(path, { ...(await readResults(path)), ...found });
  // The file has rounded figures: drawing from it gives the same output next time.
  await report(folder);
}

async function report(folder: string): Promise<void> {
  const results = await readResults(join(folder, 'results.json'));
  if (Object.keys(results).length === 0)
    program.error(
      `error: there is nothing to draw: ${join(folder, 'results.json')} has no figures. Run a benchmark first`,
    );
  await writeFile(join(folder, 'RESULTS.md'), drawReport(benchmarks, results));
}

function choose(names: readonly string[]): readonly Benchmark[] {
  const known = benchmarks.map(nameOf);
  for (const name of names) {
    if (known.includes(name)) continue;
    program.error(
      `error: there is no benchmark "${name}".${didYouMean(name, known)}\nThere are: ${known.join(', ')}`,
    );
  }
  return names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name));
}

function nameOf({ name }: Benchmark): string {
  return name;
}

function say(text: string): void {
  console.error(`bench: ${text}`);
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}

import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { Argument, Command } from 'commander';
import { startPostgres } from '../test/support/postgres/postgres-server.ts';
import { commits } from './benchmarks/commits.ts';
import { generate } from './benchmarks/generate.ts';
import { login } from './benchmarks/login.ts';
import { mock } from './benchmarks/mock.ts';
import { start } from './benchmarks/start.ts';
import { builtFolder, killChildren, root } from './processes/build.ts';
import { type Results, readResults, writeResults } from './report/results.ts';
import { comparisonTable, figuresTable, markdownTable } from './report/tables.ts';
import { drawReport } from './report/write-report.ts';
import type { Benchmark } from './run/benchmark.ts';
import { compareSeries } from './run/compare.ts';
import { runBenchmarks } from './run/run-benchmarks.ts';

/** In the order in which they run and are reported. */
const benchmarks: readonly Benchmark[] = [generate, login, commits, start, mock];

/** `npm run bench`: how fast everything is, compared with its peers. */
interface Options {
  readonly quick?: boolean;
  readonly report?: boolean;
  readonly output?: string;
}

const list = benchmarks.map(({ name, title }) => `  ${name.padEnd(9)} ${title}`).join('\n');
const program = new Command('npm run bench --')
  .description('Measure how fast each part is, compared with its peer.')
  .addArgument(
    new Argument('[benchmarks...]', 'what to measure; everything by default').choices([
      ...benchmarks.map(({ name }) => name),
    ]),
  )
  .option(
    '--quick',
    'short rounds that only show that everything runs; writes no files without --output',
  )
  .option('--report', 'measure nothing: write RESULTS.md again from results.json')
  .option('--output <folder>', 'where to write results.json and RESULTS.md', undefined)
  .addHelpText(
    'after',
    `\nBenchmarks:\n${list}\n\nRequires Linux: /proc reports the CPU time of a process.`,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(run);
await program.parseAsync();

async function run(names: readonly string[], options: Options): Promise<void> {
  const chosen = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = options.output ?? (options.quick ? undefined : join(root, 'bench'));
  if (options.report) return report(folder ?? join(root, 'bench'));
  if (process.platform !== 'linux')
    program.error('error: benchmarks require Linux, where /proc reports the CPU time of a process');
  await requireNeeds(chosen);

  let found: Results = {};
  process.once('exit', () => {
    killChildren();
    // The package must not contain the scripts.
    rmSync(builtFolder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      say(`interrupted; kept ${(folder && Object.keys(found).join(', ')) || 'nothing'}`);
      process.exit(128 + constants.signals[signal]);
    });
  await runBenchmarks(
    chosen,
    { quick: options.quick === true, say },
    async (benchmark, measured) => {
      found = { ...found, [benchmark.name]: measured };
      if (folder !== undefined) await keep(folder, found);
      console.log(
        `\n${benchmark.title}\n\n${markdownTable(figuresTable(benchmark, measured.series))}`,
      );
    },
  );

  const comparisons = chosen.flatMap((one) => compareSeries(one, found[one.name]?.series ?? []));
  console.log(`\n${markdownTable(comparisonTable(comparisons))}`);
  if (folder !== undefined) say(`wrote ${relative(process.cwd(), join(folder, 'RESULTS.md'))}`);
}

/** Fails before the first benchmark starts, because all take minutes. */
async function requireNeeds(chosen: readonly Benchmark[]): Promise<void> {
  const needs = new Set(chosen.flatMap((benchmark) => benchmark.needs ?? []));
  const server = needs.has('postgres') ? await startPostgres() : undefined;
  if (typeof server === 'string')
    return program.error(`error: commits needs PostgreSQL: ${server}`);
  await server?.stop();
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
  await writeFile(join(folder, 'RESULTS.md'), drawReport(benchmarks, results));
}

function say(text: string): void {
  console.error(`bench: ${text}`);
}

import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark, Series } from '../run/benchmark.ts';
import { medianOf } from '../run/compare.ts';
import { drawBars, drawLines, type Line } from './charts.ts';
import type { Machine, Measured, Results } from './results.ts';
import { comparisonTable, figure, figuresTable, markdownTable } from './tables.ts';

/** Writes `RESULTS.md` and a chart per benchmark that has results to a folder. */
export async function writeReport(
  folder: string,
  benchmarks: readonly Benchmark[],
  results: Results,
): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.svg')) await rm(join(folder, name));
  for (const benchmark of benchmarks) {
    const found = results[benchmark.name];
    if (found !== undefined)
      await writeFile(join(folder, `${benchmark.name}.svg`), drawChart(benchmark, found.series));
  }
  await writeFile(join(folder, 'RESULTS.md'), drawPage(benchmarks, results));
}

/** `RESULTS.md`, with every benchmark that has results. */
function drawPage(benchmarks: readonly Benchmark[], results: Results): string {
  const measured = benchmarks.flatMap((benchmark) => {
    const found = results[benchmark.name];
    return found === undefined ? [] : [{ benchmark, found }];
  });
  const comparisons = measured.flatMap(({ benchmark, found }) => benchmark.compare(found.series));
  const machines = [...new Set(measured.map(({ found }) => machineText(found.machine)))];
  return [
    '# Benchmarks',
    wrap(intro),
    ...(machines.length === 1 ? machines.map(wrap) : []),
    markdownTable(comparisonTable(comparisons)),
    ...measured.flatMap(({ benchmark, found }) => section(benchmark, found, machines.length > 1)),
  ]
    .join('\n\n')
    .concat('\n');
}

const intro = `\`npm run bench\` generates this page from [results.json](results.json). Each part is measured together with its peer in one
run: every server as built and in its own process, the load in another process, all in short rounds one after the other. Figures
are medians of the rounds. \`±\` is half of the difference between the fastest and the slowest round. CPU is the CPU time of
the measured process per request. The ratio is our figure divided by the peer's. An aim applies to the ratio, or to the figure
where there is no peer.`;

function section(benchmark: Benchmark, found: Measured, withMachine: boolean): string[] {
  const { name, title, method } = benchmark;
  const at = found.measuredAt.slice(0, 16).replace('T', ' ');
  const doubt = found.quick ? ', in quick rounds, which say little about speed' : '';
  const when = `\`npm run bench -- ${name}\`, ${at} UTC, revision ${found.revision}, load ${figure(found.load)} at the start${doubt}.`;
  return [
    `## ${title}`,
    wrap(method),
    `![${title}](${name}.svg)`,
    markdownTable(figuresTable(benchmark, found.series)),
    wrap(withMachine ? `${when} ${machineText(found.machine)}` : when),
  ];
}

function machineText({ processor, cores, memoryGb, system, node, syncsPerSecond }: Machine): string {
  const syncs = syncsPerSecond.toLocaleString('en');
  return `The machine: ${cores} cores of ${processor}, ${memoryGb} GB, ${system}, Node ${node}, a disk that syncs 4 KiB ${syncs} times per second.`;
}

/** Wraps text to lines of up to 100 characters. */
function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= 100) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** The results of a benchmark as an SVG. */
function drawChart({ title, chart }: Benchmark, series: readonly Series[]): string {
  const { kind, metric, unit, task, axis = '' } = chart;
  const heading = `${title}: ${unit}`;
  const drawn = series.flatMap((one) => {
    const value = medianOf([one], one, metric);
    return value === undefined || (task !== undefined && task !== one.task) ? [] : [{ ...one, value }];
  });
  return kind === 'bars' ? drawBars(heading, drawn) : drawLines(heading, axis, linesOf(drawn));
}

function linesOf(drawn: readonly (Series & { readonly value: number })[]): Line[] {
  const subjects = new Set(drawn.map(({ subject }) => subject));
  const tasks = new Set(drawn.map(({ task }) => task));
  // A name leaves out what all lines have in common.
  const nameOf = ({ subject, task }: Series) =>
    [...(tasks.size > 1 ? [task] : []), ...(subjects.size > 1 ? [subject] : [])].join(', ');
  const names = [...new Set(drawn.map(nameOf))];
  return names.map((name) => ({
    name,
    points: drawn.flatMap((one) =>
      nameOf(one) === name && one.at !== undefined ? [{ x: one.at, y: one.value }] : [],
    ),
  }));
}

import type { Benchmark } from '../run/benchmark.ts';
import { compareSeries } from '../run/compare.ts';
import type { Machine, Measured, Results } from './results.ts';
import { comparisonTable, figure, figuresTable, markdownTable } from './tables.ts';

/** `RESULTS.md`, with every benchmark that has results. */
export function drawReport(benchmarks: readonly Benchmark[], results: Results): string {
  const measured = benchmarks.flatMap((benchmark) => {
    const found = results[benchmark.name];
    return found === undefined ? [] : [{ benchmark, found }];
  });
  const comparisons = measured.flatMap(({ benchmark, found }) =>
    compareSeries(benchmark, found.series),
  );
  const machines = [...new Set(measured.map(({ found }) => machineText(found.machine)))];
  return [
    '# Benchmarks',
    intro,
    ...(machines.length === 1 ? machines : []),
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
    method,
    markdownTable(figuresTable(benchmark, found.series)),
    withMachine ? `${when} ${machineText(found.machine)}` : when,
  ];
}

function machineText({
  processor,
  cores,
  memoryGb,
  system,
  node,
  syncsPerSecond,
}: Machine): string {
  const syncs = syncsPerSecond.toLocaleString('en');
  return `The machine: ${cores} cores of ${processor}, ${memoryGb} GB, ${system}, Node ${node}, a disk that syncs 4 KiB ${syncs} times per second.`;
}

import type { Benchmark } from '../run/benchmark.ts';
import type { Machine } from '../run/machine.ts';
import type { Measured, Results } from './results.ts';
import { markdownTable } from './table.ts';
import { comparisonTable, figuresTable } from './tables.ts';

/** `RESULTS.md`, of whatever has been measured. */
export function drawPage(benchmarks: readonly Benchmark[], results: Results): string {
  const measured = benchmarks.flatMap((benchmark) => {
    const found = results[benchmark.name];
    return found === undefined ? [] : [{ benchmark, found }];
  });
  const comparisons = measured.flatMap(({ benchmark, found }) => benchmark.compare(found.series));
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

const intro = `Written by \`npm run bench\` from [results.json](results.json), never by hand. Each is measured beside its peer in one run:
every server in a process of its own and as it is built, the load in another, all in short turns one after the other. Figures
are medians of the turns; \`±\` is half of what lies between the slowest and the fastest turn. CPU is that of the process
that is measured, for one request. The ratio is ours to the peer's; an aim is of the ratio, or of the figure where there is
no peer.`;

function section(benchmark: Benchmark, found: Measured, withMachine: boolean): string[] {
  const { name, title, method } = benchmark;
  const when = `\`npm run bench -- ${name}\`, ${found.measuredAt.slice(0, 16).replace('T', ' ')} UTC, revision ${found.revision}${
    found.quick ? ', in quick turns that say little of speed' : ''
  }.`;
  return [
    `## ${title}`,
    method,
    `![${title}](${name}.svg)`,
    markdownTable(figuresTable(benchmark, found.series)),
    withMachine ? `${when} ${machineText(found.machine)}` : when,
  ];
}

function machineText({ processor, cores, memoryGb, system, node, syncsPerSecond }: Machine): string {
  const syncs = syncsPerSecond.toLocaleString('en');
  return `The machine: ${cores} cores of ${processor}, ${memoryGb} GB, ${system}, Node ${node}, a disk that syncs 4 KiB ${syncs} times a second.`;
}

import type { Benchmark } from '../run/benchmark.ts';
import type { Machine } from '../run/machine.ts';
import { figure } from './figures.ts';
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
    wrap(intro),
    ...(machines.length === 1 ? machines.map(wrap) : []),
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
  const at = found.measuredAt.slice(0, 16).replace('T', ' ');
  const doubt = found.quick ? ', in quick turns that say little of speed' : '';
  const when = `\`npm run bench -- ${name}\`, ${at} UTC, revision ${found.revision}, load ${figure(found.load)} before${doubt}.`;
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
  return `The machine: ${cores} cores of ${processor}, ${memoryGb} GB, ${system}, Node ${node}, a disk that syncs 4 KiB ${syncs} times a second.`;
}

/** Lines of up to a hundred characters. */
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

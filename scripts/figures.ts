import { parseArgs } from 'node:util';
import { type Figures, measure, type Size } from './figures/measure.ts';
import { readRevision, readWorkingTree } from './source/tracked-files.ts';

/**
 * Measures the code that people write: its size by folder, and what makes it hard to read. Measures the working tree, or
 * with `--revision` any commit. `--lines` is the maximum length of a small file, and `--list` names the files.
 */
const { values: options } = parseArgs({
  options: {
    revision: { type: 'string' },
    lines: { type: 'string', default: '25' },
    list: { type: 'boolean', default: false },
  },
});
const { revision, lines, list } = options;

const figures = measure(revision === undefined ? readWorkingTree() : readRevision(revision), Number(lines));
console.log(`Hand-written files, ${revision === undefined ? 'working tree' : `revision ${revision}`}\n`);
console.log(table(figures));
if (list) console.log(lists(figures));

function table({
  folders,
  total,
  totalWithoutTests,
  small,
  cycles,
  cyclesInTests,
  importExpress,
  words,
}: Figures): string {
  const row = (name: string, { files, lines }: Size) =>
    `${name.padEnd(20)}${count(files).padStart(8)}${count(lines).padStart(10)}`;
  const fact = (name: string, value: number) => `${name.padEnd(60)}${count(value).padStart(8)}`;
  return [
    `${'folder'.padEnd(20)}${'files'.padStart(8)}${'lines'.padStart(10)}`,
    ...[...folders].map(([folder, size]) => row(folder, size)),
    row('total', total),
    row('total without test/', totalWithoutTests),
    '',
    fact(`source files of ${lines} lines or fewer with a single importer`, small.length),
    fact('import cycles, types and lazy imports included', cycles.length),
    fact('import cycles in test/', cyclesInTests.length),
    fact('files outside test/ that import Express', importExpress.length),
    fact('words that the word list replaces', words),
  ].join('\n');
}

function lists({ small, cycles, cyclesInTests, importExpress }: Figures): string {
  const section = (title: string, rows: readonly string[]) => [
    `\n${title}`,
    ...rows.map((one) => `  ${one}`),
  ];
  return [
    ...section('Small files with a single importer', small),
    ...section(
      'Import cycles',
      [...cycles, ...cyclesInTests].map((cycle) => cycle.join(' ')),
    ),
    ...section('Import Express', importExpress),
  ].join('\n');
}

function count(value: number): string {
  return value.toLocaleString('en');
}

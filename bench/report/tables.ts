import type { Benchmark, Metric, Series } from '../run/benchmark.ts';
import { type Compared, median } from '../run/compare.ts';

/** The comparisons, and whether each meets its aim. */
export function comparisonTable(comparisons: readonly Compared[]): Table {
  const numbers = ['ours', 'peer', 'ratio', 'aim'];
  const rows = comparisons.map(({ what, peerName, metric, ours, peer, aim }) => [
    ...[what, peerName, withUnit(ours, metric)],
    ...(peer === undefined ? ['', ''] : [withUnit(peer, metric), figure(ours / peer)]),
    // An aim is for the ratio to the peer, or for the figure itself.
    ...aimCells(aim, peer === undefined ? ours : ours / peer),
  ]);
  return { numbers, rows: [['what', 'compared with', ...numbers, ''], ...rows] };
}

function aimCells(aim: Compared['aim'], value: number): [aim: string, verdict: string] {
  if (aim === undefined) return ['', ''];
  const { atLeast = -Infinity, atMost = Infinity } = aim;
  const text = aim.atLeast === undefined ? `≤ ${figure(atMost)}` : `≥ ${figure(atLeast)}`;
  return [text, value >= atLeast && value <= atMost ? 'met' : 'missed'];
}

/** The medians of a benchmark, and the spread of the rounds of the first column. */
export function figuresTable({ columns, axis: size }: Benchmark, series: readonly Series[]): Table {
  const [first] = columns;
  const used = columns.filter((metric) => series.some((one) => valuesOf(one, metric).length > 0));
  const axis = size === undefined ? [] : [size];
  const numbers = [...axis, ...used.map((metric) => units[metric][0]), '±'];
  const rows = series.map((one) => [
    one.task,
    one.subject,
    ...axis.map(() => one.at?.toLocaleString('en') ?? ''),
    ...used
      .map((metric) => valuesOf(one, metric))
      .map((all) => (all.length === 0 ? '' : figure(median(all)))),
    first === undefined ? '' : spreadText(valuesOf(one, first)),
  ]);
  return { numbers, rows: [['', 'of', ...numbers], ...sortedByTask(rows)] };
}

function valuesOf({ samples }: Series, metric: Metric): number[] {
  return samples.flatMap((sample) => sample[metric] ?? []);
}

/** Half of the difference between the largest and the smallest value, relative to the median. */
function spreadText(values: readonly number[]): string {
  const spread = (Math.max(...values) - Math.min(...values)) / 2 / median(values);
  return values.length < 2 ? '' : `${Math.round(100 * spread)} %`;
}

// Rows with the same task are adjacent, in the order of the tasks.
function sortedByTask(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const tasks = [...new Set(rows.map(([task]) => task))];
  return tasks.flatMap((task) => rows.filter(([name]) => name === task));
}

/** The heading of a column, and what follows a figure. */
const units: Readonly<Record<Metric, readonly [heading: string, suffix: string]>> = {
  perSecond: ['per second', '/s'],
  cpuMs: ['CPU ms', ' ms'],
  p50Ms: ['p50 ms', ' ms'],
  p99Ms: ['p99 ms', ' ms'],
  ms: ['ms', ' ms'],
  memoryMb: ['MB', ' MB'],
};

function withUnit(value: number, metric: Metric): string {
  return `${figure(value)}${units[metric][1]}`;
}

/** About three significant digits. */
export function figure(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export interface Table {
  /** Headings of the columns that hold numbers, which are aligned to the right. */
  readonly numbers: readonly string[];
  /** The first row has the headings. */
  readonly rows: readonly (readonly string[])[];
}

/** A table for Markdown, with aligned columns. */
export function markdownTable(table: Table): string {
  const [head = [], ...rest] = cellsOf(table);
  const rule = head.map((cell, column) =>
    isNumber(table, column) ? `${'-'.repeat(cell.length - 1)}:` : '-'.repeat(cell.length),
  );
  return [head, rule, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(table: Table): string[][] {
  const { rows } = table;
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    widths.map((width, column) => {
      const cell = row[column] ?? '';
      return isNumber(table, column) ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
}

function isNumber({ rows, numbers }: Table, column: number): boolean {
  return numbers.includes(rows[0]?.[column] ?? '');
}

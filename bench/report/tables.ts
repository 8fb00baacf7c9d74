import type { Aim, Benchmark, Comparison } from '../run/benchmark.ts';
import { aimedValue, isMet } from '../run/compare.ts';
import type { Metric, Series } from '../run/series.ts';
import { median, spread } from '../run/statistics.ts';
import { figure, headings, withUnit } from './figures.ts';
import type { Table } from './table.ts';

/** The comparisons, and whether each meets its aim. */
export function comparisonTable(comparisons: readonly Comparison[]): Table {
  const numbers = ['ours', 'peer', 'ratio', 'aim'];
  const rows = comparisons.map((comparison) => [
    comparison.what,
    comparison.peerName ?? '',
    withUnit(comparison.ours, comparison.metric),
    comparison.peer === undefined ? '' : withUnit(comparison.peer, comparison.metric),
    comparison.peer === undefined ? '' : figure(aimedValue(comparison)),
    aimText(comparison.aim),
    verdict(comparison),
  ]);
  return { numbers, rows: [['what', 'compared with', ...numbers, ''], ...rows] };
}

function aimText({ atLeast, atMost }: Aim = {}): string {
  if (atLeast !== undefined) return `≥ ${figure(atLeast)}`;
  return atMost === undefined ? '' : `≤ ${figure(atMost)}`;
}

/** The missed aims that make the command fail. */
export function missedGates(comparisons: readonly Comparison[]): string[] {
  return comparisons
    .filter((comparison) => comparison.aim?.gate === true && isMet(comparison) === false)
    .map((comparison) => {
      const { what, peerName, aim } = comparison;
      const compared = peerName === undefined ? what : `${what} compared with ${peerName}`;
      return `${compared}: ${figure(aimedValue(comparison))}, not ${aimText(aim)}`;
    });
}

function verdict(comparison: Comparison): string {
  const met = isMet(comparison);
  if (met === undefined) return '';
  return met ? 'met' : 'missed';
}

/** The medians of a benchmark, and the spread of the rounds of the first column. */
export function figuresTable({ columns, chart }: Benchmark, series: readonly Series[]): Table {
  const [first] = columns;
  const used = columns.filter((metric) => series.some((one) => valuesOf(one, metric).length > 0));
  const axis = chart.axis === undefined ? [] : [chart.axis];
  const numbers = [...axis, ...used.map((metric) => headings[metric]), '±'];
  const rows = series.map((one) => [
    one.task,
    one.subject,
    ...axis.map(() => one.at?.toLocaleString('en') ?? ''),
    ...used.map((metric) => medianText(valuesOf(one, metric))),
    first === undefined ? '' : spreadText(valuesOf(one, first)),
  ]);
  return { numbers, rows: [['', 'of', ...numbers], ...sortedByTask(rows)] };
}

function valuesOf({ samples }: Series, metric: Metric): number[] {
  return samples.flatMap((sample) => sample[metric] ?? []);
}

function medianText(values: readonly number[]): string {
  return values.length === 0 ? '' : figure(median(values));
}

function spreadText(values: readonly number[]): string {
  return values.length < 2 ? '' : `${Math.round(100 * spread(values))} %`;
}

// Rows with the same task are adjacent, in the order of the tasks.
function sortedByTask(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const tasks = [...new Set(rows.map(([task]) => task))];
  return tasks.flatMap((task) => rows.filter(([name]) => name === task));
}

import type { Aim, Benchmark, Comparison } from '../run/benchmark.ts';
import { aimedAt, isMet } from '../run/compare.ts';
import type { Metric, Series } from '../run/series.ts';
import { median, spread } from '../run/statistics.ts';
import { figure, headings, withUnit } from './figures.ts';
import type { Table } from './table.ts';

/** What is set beside what, and whether it is as it should be. */
export function comparisonTable(comparisons: readonly Comparison[]): Table {
  const numbers = ['ours', 'peer', 'ratio', 'aim'];
  const rows = comparisons.map((comparison) => [
    comparison.what,
    comparison.beside ?? '',
    withUnit(comparison.ours, comparison.metric),
    comparison.peer === undefined ? '' : withUnit(comparison.peer, comparison.metric),
    comparison.peer === undefined ? '' : figure(aimedAt(comparison)),
    aimText(comparison.aim),
    verdict(comparison),
  ]);
  return { numbers, rows: [['what', 'beside', ...numbers, ''], ...rows] };
}

function aimText({ atLeast, atMost }: Aim = {}): string {
  if (atLeast !== undefined) return `≥ ${figure(atLeast)}`;
  return atMost === undefined ? '' : `≤ ${figure(atMost)}`;
}

/** What makes the command fail. */
export function missedGates(comparisons: readonly Comparison[]): string[] {
  return comparisons
    .filter((comparison) => comparison.aim?.gate === true && isMet(comparison) === false)
    .map((comparison) => {
      const { what, beside, aim } = comparison;
      const compared = beside === undefined ? what : `${what} beside ${beside}`;
      return `${compared}: ${figure(aimedAt(comparison))}, not ${aimText(aim)}`;
    });
}

function verdict(comparison: Comparison): string {
  const met = isMet(comparison);
  if (met === undefined) return '';
  return met ? 'met' : 'missed';
}

/** All that a benchmark measured: medians, and how far the turns of the first column lie apart. */
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

// Tasks in the order in which they are done; who does the same stands together.
function sortedByTask(rows: readonly (readonly string[])[]): (readonly string[])[] {
  const tasks = [...new Set(rows.map(([task]) => task))];
  return tasks.flatMap((task) => rows.filter(([name]) => name === task));
}

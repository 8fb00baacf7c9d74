import type { Benchmark } from '../run/benchmark.ts';
import { medianOf } from '../run/compare.ts';
import type { Series } from '../run/series.ts';
import { drawBars } from './bars.ts';
import { drawLines, type Line } from './lines.ts';

/** The results of a benchmark as an SVG. */
export function drawChart({ title, chart }: Benchmark, series: readonly Series[]): string {
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

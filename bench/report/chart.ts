import type { Benchmark } from '../run/benchmark.ts';
import { medianOf } from '../run/compare.ts';
import type { Series } from '../run/series.ts';
import { drawBars } from './bars.ts';
import { units } from './figures.ts';
import { drawLines } from './lines.ts';

/** What a benchmark found, as an SVG. */
export function drawChart({ title, chart }: Benchmark, series: readonly Series[]): string {
  const { kind, metric, axis = '' } = chart;
  const heading = `${title}: ${units[metric]}`;
  const valued = series.flatMap((one) => {
    const value = medianOf([one], one, metric);
    return value === undefined ? [] : [{ ...one, value }];
  });
  if (kind === 'bars') return drawBars(heading, valued);

  const names = [...new Set(valued.map(nameOf))];
  const lines = names.map((name) => ({
    name,
    points: valued.flatMap((one) =>
      nameOf(one) === name && one.at !== undefined ? [{ x: one.at, y: one.value }] : [],
    ),
  }));
  return drawLines(heading, axis, lines);
}

function nameOf({ subject, task }: Series): string {
  return `${task}, ${subject}`;
}

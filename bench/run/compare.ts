import type { Benchmark, Metric, Selection, Series } from './benchmark.ts';

export type Compared = ReturnType<typeof compareSeries>[number];

/** The comparisons of a benchmark whose series were measured, with the medians of what was measured. */
export function compareSeries({ compare }: Benchmark, series: readonly Series[]) {
  return compare(series).flatMap(({ metric = 'perSecond', aim, ...comparison }) => {
    const { what = comparison.ours[1], peerName = comparison.peer?.[0] ?? '' } = comparison;
    const ours = medianOf(series, comparison.ours, metric);
    const peer = comparison.peer && medianOf(series, comparison.peer, metric);
    if (ours === undefined || (comparison.peer !== undefined && peer === undefined)) return [];
    return [{ what, peerName, metric, ours, peer, aim }];
  });
}

function medianOf(
  series: readonly Series[],
  selection: Selection,
  metric: Metric,
): number | undefined {
  const [subject, task, at] = selection;
  const found = series.find((one) => one.subject === subject && one.task === task && one.at === at);
  const values = found?.samples.flatMap((sample) => sample[metric] ?? []) ?? [];
  return values.length === 0 ? undefined : median(values);
}

/** The mean of the two middle values where their number is even. `NaN` of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}

/** The smallest value that `part` of all do not exceed (nearest rank). `NaN` of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

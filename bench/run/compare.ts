import type { Aim, Comparison, Metric, Series } from './benchmark.ts';

export interface Selection {
  readonly subject: string;
  readonly task: string;
  readonly at?: number;
}

/** Compares one of our series with a peer, or takes it without one. Returns nothing when one of the two was not measured. */
export function compareWithPeer(
  series: readonly Series[],
  compared: {
    readonly what: string;
    /** @default the subject of the peer */
    readonly peerName?: string;
    readonly metric: Metric;
    readonly ours: Selection;
    readonly peer?: Selection;
    readonly aim?: Aim;
  },
): Comparison[] {
  const { what, metric, aim } = compared;
  const ours = medianOf(series, compared.ours, metric);
  const peer = compared.peer && medianOf(series, compared.peer, metric);
  if (ours === undefined || (compared.peer !== undefined && peer === undefined)) return [];
  const { peerName: name = compared.peer?.subject } = compared;
  return [
    {
      ...{ what, metric, ours },
      ...(name !== undefined && { peerName: name }),
      ...(peer !== undefined && { peer }),
      ...(aim && { aim }),
    },
  ];
}

function medianOf(
  series: readonly Series[],
  { subject, task, at }: Selection,
  metric: Metric,
): number | undefined {
  const found = series.find((one) => one.subject === subject && one.task === task && one.at === at);
  const values = found?.samples.flatMap((sample) => sample[metric] ?? []) ?? [];
  return values.length === 0 ? undefined : median(values);
}

/** The value that an aim applies to: the ratio to the peer, or the figure itself. */
export function aimedValue({ ours, peer }: Comparison): number {
  return peer === undefined ? ours : ours / peer;
}

/** `undefined` without an aim. */
export function isMet(comparison: Comparison): boolean | undefined {
  const { aim } = comparison;
  if (aim === undefined) return undefined;
  const { atLeast = -Infinity, atMost = Infinity } = aim;
  const value = aimedValue(comparison);
  return value >= atLeast && value <= atMost;
}

/** The mean of the two middle values where their number is even. `NaN` of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}

/** The smallest value that `part` of all do not exceed (nearest rank). `NaN` of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Half of the difference between the largest and the smallest value, relative to the median. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
}

import type { Aim, Comparison } from './benchmark.ts';
import type { Metric, Series } from './series.ts';
import { median } from './statistics.ts';

export interface Which {
  readonly subject: string;
  readonly task: string;
  readonly at?: number;
}

/** One of ours beside a peer, or alone. Nothing where one of the two was not measured. */
export function beside(
  series: readonly Series[],
  compared: {
    readonly what: string;
    /** The peer's subject, unless given. */
    readonly beside?: string;
    readonly metric: Metric;
    readonly ours: Which;
    readonly peer?: Which;
    readonly aim?: Aim;
  },
): Comparison[] {
  const { what, metric, aim } = compared;
  const ours = medianOf(series, compared.ours, metric);
  const peer = compared.peer && medianOf(series, compared.peer, metric);
  if (ours === undefined || (compared.peer !== undefined && peer === undefined)) return [];
  const { beside: name = compared.peer?.subject } = compared;
  return [
    {
      ...{ what, metric, ours },
      ...(name !== undefined && { beside: name }),
      ...(peer !== undefined && { peer }),
      ...(aim && { aim }),
    },
  ];
}

export function medianOf(
  series: readonly Series[],
  { subject, task, at }: Which,
  metric: Metric,
): number | undefined {
  const found = series.find((one) => one.subject === subject && one.task === task && one.at === at);
  const values = found?.samples.flatMap((sample) => sample[metric] ?? []) ?? [];
  return values.length === 0 ? undefined : median(values);
}

/** What an aim is of: the ratio to the peer, or the figure itself. */
export function aimedAt({ ours, peer }: Comparison): number {
  return peer === undefined ? ours : ours / peer;
}

/** `undefined` where nothing was aimed at. */
export function isMet(comparison: Comparison): boolean | undefined {
  const { aim } = comparison;
  if (aim === undefined) return undefined;
  const { atLeast = -Infinity, atMost = Infinity } = aim;
  const value = aimedAt(comparison);
  return value >= atLeast && value <= atMost;
}

import type { Aim, Comparison } from './benchmark.ts';
import type { Metric, Series } from './series.ts';
import { median } from './statistics.ts';

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

export function medianOf(
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

import type { Bench } from './bench.ts';
import type { Metric, Series } from './series.ts';

export interface Benchmark {
  /** As it is asked for. */
  readonly name: string;
  readonly title: string;
  /** How it is measured, in Markdown. */
  readonly method: string;
  /** How long it takes on two quiet cores, in whole turns and in short ones. */
  readonly seconds: { readonly whole: number; readonly quick: number };
  /** What its table shows. */
  readonly columns: readonly Metric[];
  readonly chart: Chart;
  /** What is set beside what, as far as it was measured. */
  compare(series: readonly Series[]): Comparison[];
  measure(bench: Bench): Promise<Series[]>;
}

export interface Chart {
  /** Bars by task and subject, or lines over what a series is at. */
  readonly kind: 'bars' | 'lines';
  readonly metric: Metric;
  readonly unit: string;
  /** Only this one of the tasks. */
  readonly task?: string;
  /** What the lines go over. */
  readonly axis?: string;
}

export interface Comparison {
  readonly what: string;
  /** What the peer is. */
  readonly beside?: string;
  readonly metric: Metric;
  readonly ours: number;
  readonly peer?: number;
  readonly aim?: Aim;
}

/** Of the ratio to the peer; of the figure itself where there is no peer. */
export interface Aim {
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Whether the command fails when it is missed. */
  readonly gate?: boolean;
}

import type { Bench } from './bench.ts';
import type { Metric, Series } from './series.ts';

/** What a benchmark needs besides the project's own packages. */
export type Need = 'peers' | 'browser' | 'postgres';

export interface Benchmark {
  /** The name on the command line. */
  readonly name: string;
  readonly title: string;
  /** How it measures, in Markdown. */
  readonly method: string;
  /** What must be there before it starts. @default nothing */
  readonly needs?: readonly Need[];
  /** How long it takes on two idle cores, with whole rounds and with quick ones. */
  readonly seconds: { readonly whole: number; readonly quick: number };
  /** The columns of its table. */
  readonly columns: readonly Metric[];
  readonly chart: Chart;
  /** The comparisons of what was measured. */
  compare(series: readonly Series[]): Comparison[];
  measure(bench: Bench): Promise<Series[]>;
}

export interface Chart {
  /** Bars by task and subject, or lines over the size of a series. */
  readonly kind: 'bars' | 'lines';
  readonly metric: Metric;
  readonly unit: string;
  /** Draws only this task. */
  readonly task?: string;
  /** The name of the horizontal axis of lines. */
  readonly axis?: string;
}

export interface Comparison {
  readonly what: string;
  /** @default the subject of the peer */
  readonly peerName?: string;
  readonly metric: Metric;
  readonly ours: number;
  readonly peer?: number;
  readonly aim?: Aim;
}

/** An aim for the ratio to the peer, or for the figure itself without a peer. */
export interface Aim {
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The command fails when it misses the aim. */
  readonly gate?: boolean;
}

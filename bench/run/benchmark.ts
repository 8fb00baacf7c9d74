import type { Load, LoadResult } from '../load/load.ts';
import type { Script } from '../processes/start-script.ts';

export interface Benchmark {
  /** The name on the command line. */
  readonly name: string;
  readonly title: string;
  /** How it measures, in Markdown. */
  readonly method: string;
  /** What must be there besides the project's own packages, before it starts. @default nothing */
  readonly needs?: readonly 'postgres'[];
  /** The columns of its table. */
  readonly columns: readonly Metric[];
  /** The heading of the column with the size of a series. @default no such column */
  readonly axis?: string;
  /** What to compare of what was measured. */
  compare(series: readonly Series[]): readonly Comparison[];
  measure(bench: Bench): Promise<Series[]>;
}

/** One of our series, compared with a peer or by itself. */
export interface Comparison {
  /** @default the task */
  readonly what?: string;
  /** @default the subject of the peer */
  readonly peerName?: string;
  /** @default perSecond */
  readonly metric?: Metric;
  readonly ours: Selection;
  readonly peer?: Selection;
  /** For the ratio to the peer, or for the figure itself without a peer. */
  readonly aim?: { readonly atLeast?: number; readonly atMost?: number };
}

export type Selection = readonly [subject: string, task: string, at?: number];

/** What is measured, with its unit in the name. */
export type Metric = 'perSecond' | 'cpuMs' | 'p50Ms' | 'p99Ms' | 'ms' | 'memoryMb';

export type Sample = Readonly<Partial<Record<Metric, number>>>;

/** What a task cost one subject: a sample per round. */
export interface Series {
  readonly subject: string;
  readonly task: string;
  /** The size: the number of rows, accounts or connections. */
  readonly at?: number;
  readonly samples: readonly Sample[];
}

/** What a benchmark measures with. All that it opens is closed at its end. */
export interface Bench {
  /** Short rounds: the figures only show that everything runs. */
  readonly quick: boolean;
  /** The folder for its files, on the disk that is measured. */
  readonly folder: string;
  /** Reports progress. */
  say(text: string): void;
  /** Starts `bench/<name>.ts` as it was built. */
  start<Info, Job = never, Result = never>(
    name: string,
    options?: object,
  ): Promise<Script<Info, Job, Result>>;
  /** Sends a load to a server, from another process. */
  load(load: Load): Promise<LoadResult>;
  /** Registers what to close at the end. The last registered is closed first. */
  onClose(close: () => Promise<void> | void): void;
}

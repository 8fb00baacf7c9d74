/** What is measured, with its unit in the name. */
export type Metric =
  | 'perSecond'
  | 'cpuMs'
  | 'p50Ms'
  | 'p99Ms'
  | 'ms'
  | 'memoryMb'
  | 'count'
  | 'kb'
  | 'gzipKb'
  | 'paintMs'
  | 'readableMs';

export type Sample = Readonly<Partial<Record<Metric, number>>>;

/** What a task cost one subject: a sample per round. */
export interface Series {
  readonly subject: string;
  readonly task: string;
  /** The size: the number of rows, accounts or connections. */
  readonly at?: number;
  readonly samples: readonly Sample[];
}

/** What is measured, each in its unit. */
export type Metric = 'perSecond' | 'cpuMs' | 'p50Ms' | 'p99Ms' | 'ms' | 'memoryMb' | 'count';

export type Sample = Readonly<Partial<Record<Metric, number>>>;

/** What somebody's doing something cost, a sample for each turn. */
export interface Series {
  readonly subject: string;
  readonly task: string;
  /** Of how many: rows, accounts, connections. */
  readonly at?: number;
  readonly samples: readonly Sample[];
}

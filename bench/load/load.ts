/** A request as it is sent over and over. */
export interface Request {
  readonly method: 'DELETE' | 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a text. */
  readonly body?: object | string;
}

export interface Load {
  readonly url: string;
  /** All connections take them in turns. */
  readonly requests: readonly Request[];
  /** Each sends its next request when it has its answer. */
  readonly connections: number;
  /** Milliseconds; without it each request is sent once. */
  readonly ms?: number;
  /** What to keep of each answer: a regular expression, of which the first group is kept. */
  readonly keep?: string;
  /** Statuses that are no failure of the benchmark; 200 if not given. */
  readonly allowed?: readonly number[];
}

/** What became of a load. Latencies are from sending a request to the end of its answer. */
export interface Loaded {
  readonly answers: number;
  /** From the first request to the last answer. */
  readonly ms: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How many answers had a status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** What was kept, and of the answer to which of the requests. */
  readonly kept: readonly (readonly [request: number, text: string])[];
}

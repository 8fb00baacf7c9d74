/** A request that is sent again and again. */
export interface Request {
  readonly method: 'DELETE' | 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: object | string;
}

export interface Load {
  readonly url: string;
  /** The connections send them in this order, again from the start after the last. */
  readonly requests: readonly Request[];
  /** Each sends its next request when it has received a response. */
  readonly connections: number;
  /** In milliseconds. By default each request is sent once. */
  readonly ms?: number;
  /** A regular expression whose first group is kept of each response. */
  readonly keep?: string;
  /** Statuses that do not fail the benchmark. @default [200] */
  readonly allowed?: readonly number[];
}

/** The result of a load. A latency is the time from sending a request to the end of its response. */
export interface LoadResult {
  readonly responses: number;
  /** From the first request to the last response. */
  readonly ms: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What `keep` found, with the index of the request. */
  readonly kept: readonly (readonly [request: number, text: string])[];
}

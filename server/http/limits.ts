/** How large and how slow a request may be (decision `limits`). */
export interface Limits {
  readonly bodyBytes: number;
  readonly uriBytes: number;
  readonly headerBytes: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Requests of one connection that may wait for their responses. */
  readonly pipelinedRequests: number;
}

export const defaultLimits = {
  bodyBytes: 16 * 1024,
  uriBytes: 2 * 1024,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  pipelinedRequests: 100,
} as const satisfies Limits;

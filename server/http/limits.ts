import { limits } from '../../generated/contract.ts';

/** How large and how slow a request may be (decision `limits`). */
export interface Limits {
  readonly bodyBytes: number;
  readonly uriBytes: number;
  readonly headerBytes: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Requests of one connection that may wait for their responses. */
  readonly pipelinedRequests: number;
  /** For how long the connection may make no progress with sending a response. */
  readonly sendTimeoutMs: number;
}

export const defaultLimits = {
  bodyBytes: limits.bodyBytes,
  uriBytes: limits.uriBytes,
  headerBytes: limits.headerBytes,
  headersTimeoutMs: limits.headersTimeoutSeconds * 1000,
  requestTimeoutMs: limits.requestTimeoutSeconds * 1000,
  pipelinedRequests: 100,
  sendTimeoutMs: 30_000,
} as const satisfies Limits;

import type { CompletedExchange } from '../check.ts';
import type { Operation } from '../document/model/operation.ts';

/** The responses with one status that the tests got from an operation, without any change. */
export interface Seen {
  readonly operation: Operation;
  readonly status: number;
  /** The first ones. */
  readonly exchanges: readonly CompletedExchange[];
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

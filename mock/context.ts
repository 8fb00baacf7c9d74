import type { Caller } from '../server/store/store.ts';
import type { MatchedOperation } from './find-operation.ts';
import type { ComparedRequest } from './match-request.ts';
import type { Preference } from './scenarios/read-step.ts';
import type { MockRequest, Transport } from './transport.ts';

/** A request on its way through the mock. */
export interface MockContext {
  readonly request: MockRequest;
  readonly method: string;
  readonly transport: Transport;
  readonly preference: Preference;
  readonly traceId: string;
  /** By the clock of `performance`. */
  readonly startedAt: number;
  /** The target in its normal form, without the base path. */
  target: string;
  operation: MatchedOperation | undefined;
  caller: Caller | undefined;
  /** The bytes of the body, once the mock reads them. */
  received: Promise<Uint8Array> | undefined;
  /** The parsed body, once it was read. */
  body: unknown;
  /** Aborted when nobody waits for the response any more. Set when the mock has to wait. */
  signal: AbortSignal | undefined;
  /** Whether the journal lists the request. */
  isListed: boolean;
}

/** What of a request a step or a test compares. */
export const comparedOf = ({ body, request, operation }: MockContext): ComparedRequest => ({
  body,
  headers: request.headers,
  id: operation?.path.id,
});

import type { Exchange } from '../../../http/exchange.ts';
import type { Failure } from '../../../outcome.ts';
import type { ServiceContext } from '../service-context.ts';
import { describeResponse } from './service-response.ts';

type Details = Pick<Failure, 'key' | 'note' | 'strength' | 'source'>;

/** Fails unless the server rejected the call, with any status and code. */
export function mustBeRejected(
  context: ServiceContext,
  exchange: Exchange,
  details: Details = {},
): Failure | undefined {
  if (!context.outcomeOf(exchange).success) return undefined;
  return { expected: 'a rejection', got: describeResponse(exchange), exchanges: [exchange], ...details };
}

/** Fails unless the call succeeded. */
export function mustSucceed(
  context: ServiceContext,
  exchange: Exchange,
  details: Details = {},
): Failure | undefined {
  if (context.outcomeOf(exchange).success) return undefined;
  return { expected: 'success', got: describeResponse(exchange), exchanges: [exchange], ...details };
}

/** Fails unless the response has this code, and this reason if both a reason is expected and the response has one. */
export function mustHaveCode(
  context: ServiceContext,
  exchange: Exchange,
  code: number,
  reason?: string,
  details: Details = {},
): Failure | undefined {
  const got = context.outcomeOf(exchange);
  const sameReason = reason === undefined || got.reason === undefined || got.reason === reason;
  if (got.code === code && sameReason) return undefined;
  const expected = reason === undefined ? `code ${code}` : `code ${code} ${reason}`;
  return { expected, got: describeResponse(exchange), exchanges: [exchange], ...details };
}

export function failures(found: readonly (Failure | undefined)[]): readonly Failure[] {
  return found.filter((one) => one !== undefined);
}

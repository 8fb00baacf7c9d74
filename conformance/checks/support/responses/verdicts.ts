import type { Exchange } from '../../../http/exchange.ts';
import type { Failure } from '../../../outcome.ts';
import type { ServiceContext } from '../service-context.ts';
import { describeResponse } from './service-response.ts';

type Details = Pick<Failure, 'key' | 'note' | 'strength' | 'source'>;

/** Breaks the rule unless the call was refused, however that is told. */
export function mustBeRejected(
  context: ServiceContext,
  exchange: Exchange,
  details: Details = {},
): Failure | undefined {
  if (!context.outcomeOf(exchange).success) return undefined;
  return { expected: 'a refusal', got: describeResponse(exchange), exchanges: [exchange], ...details };
}

/** Breaks the rule unless the call succeeded. */
export function mustSucceed(
  context: ServiceContext,
  exchange: Exchange,
  details: Details = {},
): Failure | undefined {
  if (context.outcomeOf(exchange).success) return undefined;
  return { expected: 'success', got: describeResponse(exchange), exchanges: [exchange], ...details };
}

/** Breaks the rule unless the call was refused with this code, and with this reason if one is given and one is told. */
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

import type { OperationId } from '../../../../generated/contract.ts';
import type { CheckContext, CompletedExchange, ResponseCheck, Rule, Verdict } from '../../../check.ts';
import { hasResponse } from '../../../check.ts';
import type { Target } from '../../../http/target.ts';
import type { Failure } from '../../../outcome.ts';
import { memoize } from '../memoize.ts';
import { operationOf } from '../requests/operation-requests.ts';
import { describeResponse } from './service-response.ts';

export interface Answer {
  readonly exchange: CompletedExchange;
  /** The operation that gave the answer; undefined when none was reached, or something in front of it may have answered. */
  readonly operation: OperationId | undefined;
  readonly context: CheckContext;
}

/** A rule about each answer by itself. */
export function everyResponse(rule: Rule, inspect: (answer: Answer) => Verdict): ResponseCheck {
  return {
    ...rule,
    watch: (context) => ({
      inspect: (exchange) => {
        // Of an answer that broke off, only the transport can be blamed.
        if (!hasResponse(exchange) || exchange.error !== undefined) return undefined;
        return inspect({ exchange, operation: answeredBy(context.target)(exchange).operation, context });
      },
    }),
  };
}

/** A rule about each answer of the three operations. */
export function everyOperationResponse(
  rule: Rule,
  inspect: (answer: Answer & { readonly operation: OperationId }) => Verdict,
): ResponseCheck {
  return everyResponse(rule, ({ operation, ...answer }) =>
    operation === undefined ? undefined : inspect({ operation, ...answer }),
  );
}

/** A failure of an answer, in words that are the same in every run. */
export function broken(
  { exchange, operation }: Pick<Answer, 'exchange' | 'operation'>,
  expected: string,
  got: string = describeResponse(exchange),
  more: Pick<Failure, 'strength' | 'source' | 'note' | 'key'> = {},
): Failure {
  return { expected, got, exchanges: [exchange], key: operation ?? 'elsewhere', ...more };
}

/** An answer to HEAD, 204 and 304 have no body by HTTP's own rules. */
export function mayHaveBody({ request, response }: CompletedExchange): boolean {
  return request.method !== 'HEAD' && response.status !== 204 && response.status !== 304;
}

// Answers that proxies, gateways and HTTP servers give by themselves.
const ofTheWay = new Set([408, 413, 414, 429, 431, 494, 495, 496, 497, 501, 502, 503, 504, 505]);
const mostHeaderOctets = 4_000;

// A good thirty rules ask it of every answer.
const answeredBy = memoize(({ baseUrl }: Target) =>
  memoize((exchange: CompletedExchange): { readonly operation: OperationId | undefined } => {
    const { request, response } = exchange;
    const inTheWay = ofTheWay.has(response.status) || !isOrdinary(request);
    return { operation: inTheWay ? undefined : operationOf(exchange, baseUrl) };
  }),
);

/** Whether nothing on the way to the operation has a reason to refuse the request. */
function isOrdinary({ target, headers }: CompletedExchange['request']): boolean {
  if (!/^(?:[\w.~!$&'()*+,;=:@/?-]|%[2-7][0-9a-f])*$/i.test(target) || /%(2f|5c|7f|25)/i.test(target))
    return false;
  const bytes = headers.reduce((total, [name, value]) => total + name.length + value.length, target.length);
  return bytes < mostHeaderOctets && headers.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
}

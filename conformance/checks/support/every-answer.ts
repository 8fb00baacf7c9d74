import type { AlwaysCheck, AnsweredExchange, CheckContext, Rule, Verdict } from '../../check.ts';
import type { Failure } from '../../outcome.ts';
import { inWords } from './answer.ts';
import { type OperationName, operationOf } from './operations.ts';

export interface Answer {
  readonly exchange: AnsweredExchange;
  /** The operation that gave the answer; undefined when none was reached, or something in front of it may have answered. */
  readonly operation: OperationName | undefined;
  readonly context: CheckContext;
}

/** A rule about each answer by itself. */
export function everyAnswer(rule: Rule, see: (answer: Answer) => Verdict): AlwaysCheck {
  return {
    ...rule,
    watch: (context) => ({
      see: (exchange) => {
        const { response } = exchange;
        // Of an answer that broke off, only the transport can be blamed.
        if (response === undefined || exchange.error !== undefined) return undefined;
        const answered = { ...exchange, response };
        return see({ exchange: answered, operation: answeredBy(answered, context.target.baseUrl), context });
      },
    }),
  };
}

/** A rule about each answer of the three operations. */
export function everyOperationAnswer(
  rule: Rule,
  see: (answer: Answer & { readonly operation: OperationName }) => Verdict,
): AlwaysCheck {
  return everyAnswer(rule, ({ operation, ...answer }) =>
    operation === undefined ? undefined : see({ operation, ...answer }),
  );
}

/** A failure of an answer, in words that are the same in every run. */
export function broken(
  { exchange, operation }: Pick<Answer, 'exchange' | 'operation'>,
  expected: string,
  got: string = inWords(exchange),
  more: Pick<Failure, 'strength' | 'source' | 'note' | 'key'> = {},
): Failure {
  return { expected, got, exchanges: [exchange], key: operation ?? 'elsewhere', ...more };
}

/** An answer to HEAD, 204 and 304 have no body by HTTP's own rules. */
export function mayHaveBody({ request, response }: AnsweredExchange): boolean {
  return request.method !== 'HEAD' && response.status !== 204 && response.status !== 304;
}

// Answers that proxies, gateways and HTTP servers give by themselves.
const ofTheWay = new Set([408, 413, 414, 429, 431, 494, 495, 496, 497, 501, 502, 503, 504, 505]);
const mostHeaderOctets = 4_000;

function answeredBy(exchange: AnsweredExchange, baseUrl: string): OperationName | undefined {
  const { request, response } = exchange;
  if (ofTheWay.has(response.status) || !isOrdinary(request)) return undefined;
  return operationOf(exchange, baseUrl);
}

/** Whether nothing on the way to the operation has a reason to refuse the request. */
function isOrdinary({ target, headers }: AnsweredExchange['request']): boolean {
  if (!/^(?:[\w.~!$&'()*+,;=:@/?-]|%[2-7][0-9a-f])*$/i.test(target) || /%(2f|5c|7f|25)/i.test(target))
    return false;
  const octets = headers.reduce((total, [name, value]) => total + name.length + value.length, target.length);
  return octets < mostHeaderOctets && headers.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value));
}

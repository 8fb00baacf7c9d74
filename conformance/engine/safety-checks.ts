import { safety } from './basis.ts';
import {
  type CheckContext,
  type CompletedExchange,
  hasResponse,
  type Judgement,
  notJudged,
  type ResponseCheck,
} from './check.ts';
import type { Exchange, SentRequest } from './http/exchange.ts';
import type { Failure } from './outcome.ts';

/** Reads the status that a response means, when HTTP 200 may carry a failure. */
type StatusOf = (exchange: CompletedExchange) => number;

/** What every server owes to every request, whatever its contract. */
export function safetyChecks(
  statusOf: StatusOf = ({ response }) => response.status,
): ResponseCheck[] {
  return [
    {
      id: 'responses/every-request-has-one',
      rule: 'Returns a complete response to every request, within the time of `--max-response-time`.',
      ...safety('RFC 9110 15'),
      isRepeatable: true,
      watch: (context) => ({ inspect: (exchange) => requireResponse(exchange, context) }),
    },
    {
      id: 'responses/no-server-error',
      rule: 'Returns no 5xx status, even for an invalid request.',
      ...safety('RFC 9110 15.6'),
      isRepeatable: true,
      watch: () => ({ inspect: (exchange) => rejectServerError(exchange, statusOf) }),
    },
  ];
}

/** Errors after which the server has read the request, or part of it. */
const lost: ReadonlySet<string> = new Set(['reset', 'closed', 'timeout', 'not-http']);

function requireResponse(exchange: Exchange, { maxResponseMs }: CheckContext): Judgement {
  const { request, response, error, durationMs } = exchange;
  if (exchange.busy) return notJudged;
  const { lossAllowed = request.raw, pause, lingerMs } = request.settings;
  if (error !== undefined) {
    // Silence is not a rejection, except of a request whose end the server may be waiting for.
    const isAllowed = lossAllowed && (request.raw || error.kind !== 'timeout');
    if (isAllowed || !lost.has(error.kind)) return notJudged;
    const how =
      pause &&
      ` (sent in two parts: the second ${pause.ms} ms after the first ${pause.afterBytes} bytes)`;
    const got = error.message + (how ?? '');
    return failureOf(exchange, error.kind, { expected: 'a complete response', got });
  }
  if (response === undefined) return notJudged;
  if (!lossAllowed && response.protocolErrors.some(({ kind }) => kind === 'truncated'))
    return failureOf(exchange, 'cut', {
      expected: 'a complete response',
      got: 'a part of a response',
    });
  // The tool itself took its time over the request, or waited for a second response or more of a stream.
  const isOwnTime = pause !== undefined || lingerMs !== undefined || response.isOpen;
  if (isOwnTime || durationMs <= maxResponseMs) return undefined;
  return failureOf(exchange, 'slow', {
    expected: `a response within ${maxResponseMs} ms`,
    got: 'a later response',
    note: `after ${Math.round(durationMs)} ms`,
  });
}

// Methods that HTTP and PATCH (RFC 5789) define. A server returns 501 to others.
const knownMethods = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)$/;

function rejectServerError(exchange: Exchange, statusOf: StatusOf): Judgement {
  if (!hasResponse(exchange) || exchange.busy) return notJudged;
  const { request, response } = exchange;
  const status = statusOf(exchange);
  // Beyond 599 it is a code of the server's own, which need not be an HTTP status.
  if (status < 500 || status > 599 || isDue(status, request)) return undefined;
  return failureOf(exchange, `${status}`, {
    expected: 'no 5xx status',
    got: `HTTP ${response.status}${status === response.status ? '' : `, code ${status}`}`,
    // The HTTP server responds to a malformed request by itself, before the application sees it.
    ...(request.raw && request.settings.lossAllowed !== false && { basis: 'wire' }),
  });
}

/** 501 and 505 are the right statuses for what a server does not implement: a method, a transfer coding, a version. */
function isDue(status: number, { method, raw }: SentRequest): boolean {
  return (status === 501 && (raw || !knownMethods.test(method))) || (status === 505 && raw);
}

function failureOf(
  exchange: Exchange,
  what: string,
  details: Pick<Failure, 'expected' | 'got' | 'note' | 'basis'>,
): Failure {
  const { settings, method } = exchange.request;
  return { ...details, exchanges: [exchange], key: `${settings.operation ?? method} ${what}` };
}

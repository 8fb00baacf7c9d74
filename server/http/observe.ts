import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../security/throttle/rate-limit-keys.ts';
import type { Context, Headers, Step } from './context.ts';
import { Problem, type Reason } from './problem.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** What was sent instead of a response that had begun, as the rest of the request could not be parsed. */
export const replaced = new WeakMap<
  ServerResponse,
  { traceId: string; status: number; reason: Reason }
>();

/**
 * Writes one line per request, once the response has left or the client has disconnected. The line names the operation, never
 * the request target, which may contain a secret in the wrong place. A valid `traceparent` adds the id of the client's trace.
 *
 * @param frequent operations that are called every few seconds: their lines have the level `debug`.
 */
export function accessLog(
  log: Log,
  frequent: readonly string[] = [],
): Step<Context, ServerResponse> {
  return (context, response) => {
    response.once('close', () => {
      const { traceId, request, method, operation, caller, startedAt } = context;
      const line = {
        traceId,
        traceparentTraceId: readTraceId(request.headers.traceparent),
        method,
        operation: operation?.id,
        account: caller?.accountId,
        status: response.headersSent ? response.statusCode : undefined,
        ms: Math.round(performance.now() - startedAt),
        ...replaced.get(response),
      };
      if (frequent.includes(line.operation ?? '')) log.debug(line, 'response sent');
      else if (response.writableFinished) log.info(line, 'response sent');
      else log.info(line, replaced.has(response) ? 'request rejected' : 'client disconnected');
    });
    return undefined;
  };
}

// W3C Trace Context, 3.2.2. A later version may have more fields; version ff and ids of zeros are invalid.
const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

function readTraceId(header: Headers[string]): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, rest] = traceparent.exec(header) ?? [];
  return version === '00' && rest !== undefined ? undefined : traceId;
}

/** What metrics are made from. None of it is the client's text: operations and reasons are words of the contract. */
interface MeasuredRequest {
  /** `undefined` for a request that matches no operation, such as one for an unknown path. */
  readonly operation: string | undefined;
  /** `undefined` when the client disconnected before the response. */
  readonly status: number | undefined;
  /** Of a failure. */
  readonly reason: string | undefined;
  /** `undefined` for a request that could not be parsed: when it began is unknown. */
  readonly seconds: number | undefined;
}

export type ObserveRequest = (request: MeasuredRequest) => void;

/** Reports each request once, when the response has left or the client has disconnected. */
export function measure(observe: ObserveRequest): Step<Context, ServerResponse> {
  return (context, response) => {
    response.once('close', () => {
      const { operation, reason, startedAt } = context;
      observe({
        operation: operation?.id,
        status: response.writableFinished ? response.statusCode : undefined,
        reason,
        seconds: (performance.now() - startedAt) / 1000,
        ...replaced.get(response),
      });
    });
    return undefined;
  };
}

/** The keyed hash of an identity, the same for known and unknown ones. */
export type HashIdentity = (identity: string) => string;

// Other failed logins have a `detail`, which the response does not tell.
const failures: Readonly<Partial<Record<Reason, string>>> = {
  otp_required: 'code_required',
  otp_invalid: 'wrong_code',
  rate_limited: 'rate_limited',
};

/**
 * Writes a line to the log for each login, successful or not (OWASP ASVS 5.0, 16.3.1). Other requests, invalid ones, and those
 * that got no verdict because of an outage have none. The line has neither the identity nor a secret.
 *
 * @param hashIdentity without it, the lines do not say which login attempts had the same identity.
 */
export function loginLog(
  log: Log,
  hashIdentity: HashIdentity | undefined,
): (context: Context, error?: unknown) => void {
  return (context, error) => {
    if (context.operation?.id !== 'login') return;
    const reason = error === undefined ? undefined : reasonOf(error);
    if (error !== undefined && reason === undefined) return;
    const identity = stringIn(context.body, 'identity');
    log.info(
      {
        event: reason === undefined ? 'login_succeeded' : 'login_failed',
        reason,
        client: clientOf(context),
        // Absent when the request was rejected before its body was read.
        identityHash: identity === undefined ? undefined : hashIdentity?.(identity),
        account: stringIn(context.data, 'me_id'),
        traceId: context.traceId,
      },
      reason === undefined ? 'login succeeded' : 'login failed',
    );
  };
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof Problem ? (error.detail ?? failures[error.reason]) : undefined;
}

/** The IP address, or the network of an IPv6 address in CIDR notation. What a proxy forwards may be any other text. */
function clientOf({ request }: Context): string | undefined {
  const networks = [request.ip, request.socket?.remoteAddress].map((address = '') =>
    networkOf(address).replace(/\/64$/, '::'),
  );
  return networks.find((network) => isIP(network) > 0)?.replace(/::$/, '::/64');
}

function stringIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof field === 'string' ? field : undefined;
}

import { networkOf } from '../security/throttle/rate-limit-keys.ts';
import type { Context } from './context.ts';
import type { Log } from './observe.ts';
import { Problem, type Reason } from './problem.ts';

/** The keyed hash of an identity, the same for known and unknown ones. */
export type HashIdentity = (identity: string) => string;

/** Why a login failed. The response does not distinguish the first four. */
type LoginFailure =
  | 'unknown_identity'
  | 'wrong_password'
  | 'account_disabled'
  | 'account_changed'
  | 'code_required'
  | 'wrong_code'
  | 'rate_limited';

const failures: Readonly<Partial<Record<Reason, LoginFailure>>> = {
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

/** The IP address, or the network of an IPv6 address in CIDR notation. */
function clientOf({ request }: Context): string | undefined {
  return request.ip === undefined ? undefined : networkOf(request.ip).replace(/\/64$/, '::/64');
}

function stringIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof field === 'string' ? field : undefined;
}

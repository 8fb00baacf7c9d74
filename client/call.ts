import type { OperationId } from '../generated/contract.ts';
import { type AttemptSettings, attempt } from './attempt.ts';
import { aborted, failed, type Result } from './failure.ts';
import type { OperationRequest } from './operation-request.ts';
import type { KeyCallOptions } from './options.ts';
import { race } from './race.ts';
import { type RetryRule, type RetrySettings, retry } from './retry.ts';
import type { Session } from './session.ts';

export type Settings = AttemptSettings & RetrySettings & { readonly totalTimeout: number };

// A timer of Node cannot be set for longer.
const longestTimer = 2 ** 31 - 1;
const deadlineOf = ({ totalTimeout }: Settings) => performance.now() + Math.min(totalTimeout, longestTimer);

/** Calls an operation: sends a request, and sends it again while the rule and the deadline allow it. */
export function call<Data extends object, Id extends OperationId>(
  settings: Settings,
  request: OperationRequest<Id>,
  rule: RetryRule,
  signal?: AbortSignal,
  deadline = deadlineOf(settings),
): Promise<Result<Data, Id>> {
  return retry(
    request.operation,
    (number, limit) => attempt<Data, Id>(settings, request, number, limit, signal),
    settings,
    rule,
    deadline,
    signal,
  );
}

/** Calls an operation with the caller's access token or, without one, with the token of the session. */
export async function callWithToken<Data extends object, Id extends OperationId>(
  settings: Settings,
  session: Session | undefined,
  request: OperationRequest<Id>,
  rule: RetryRule,
  { signal, accessToken }: KeyCallOptions = {},
): Promise<Result<Data, Id> | Result<Data, 'login'>> {
  let deadline = deadlineOf(settings);
  const callWith = (token?: string) =>
    call<Data, Id>(settings, { ...request, token }, rule, signal, deadline);
  if (accessToken !== undefined || session === undefined) return callWith(accessToken);
  for (let again = true; ; again = false) {
    // Other calls share this login, so the signal and the time limit of the caller end the wait but not the login.
    const pending = session.current();
    const current = await race(
      pending,
      signal,
      session.interactive ? undefined : deadline - performance.now(),
    );
    if (current === 'aborted') return aborted<'login'>(signal);
    if (current === 'timed_out')
      return failed<'login'>(`No login within ${settings.totalTimeout} ms`, { reason: 'timed_out' });
    if (!current.ok) return current;
    if (session.interactive) deadline = deadlineOf(settings);
    const result = await callWith(current.data.access_token);
    // A request with a rejected token had no effect, so it may be sent again. `code_401` is a 401 from a server that sends no reasons.
    if (result.ok || !['token_invalid', 'code_401'].includes(result.failure.reason)) return result;
    session.forget(pending);
    if (!again) return result;
  }
}

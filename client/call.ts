import { attempt, type Send } from './attempt.ts';
import { aborted, type Result } from './failure.ts';
import type { ClientOptions, KeyCallOptions } from './options.ts';
import { race } from './race.ts';
import { type RetryRule, type RetrySettings, retry } from './retry.ts';
import type { Session } from './session.ts';

type Settings = RetrySettings & Required<Pick<ClientOptions, 'fetch' | 'timeout'>>;

/** Calls an operation: sends a request, and sends it again while the rule allows it. */
export function call<Data extends object>(
  settings: Settings,
  send: Send,
  rule: RetryRule,
  signal?: AbortSignal,
): Promise<Result<Data>> {
  return retry<Data>(() => attempt(send, settings, signal), settings, rule, signal);
}

/** Calls an operation with the caller's access token or, without one, with the token of the session. */
export async function callWithToken<Data extends object>(
  settings: Settings,
  session: Session | undefined,
  send: (headers: { Authorization?: string }) => Send,
  rule: RetryRule,
  { signal, accessToken }: KeyCallOptions = {},
): Promise<Result<Data>> {
  const callWith = (token?: string) =>
    call<Data>(settings, send(token === undefined ? {} : { Authorization: `Bearer ${token}` }), rule, signal);
  if (accessToken !== undefined || session === undefined) return callWith(accessToken);
  for (let again = true; ; again = false) {
    // Other calls share this login, so the caller's signal ends the wait but not the login.
    const pending = session.current();
    const current = await race(pending, signal);
    if (typeof current === 'string') return aborted(signal);
    if (!current.ok) return current;
    const result = await callWith(current.data.access_token);
    // A request with a rejected token had no effect, so it may be sent again. `code_401` is a 401 from a server that sends no reasons.
    if (result.ok || !['token_invalid', 'code_401'].includes(result.failure.reason)) return result;
    session.forget(pending);
    if (!again) return result;
  }
}

import type { LoginRequest } from '../generated/contract.ts';
import type { Result } from './failure.ts';
import type { Credentials, TokenStore } from './options.ts';
import type { LoginResult } from './read-envelope.ts';
import { failed } from './results.ts';
import { notify } from './retry.ts';

/** Of a stored token, only the token is known. */
type Login = Promise<
  | { readonly ok: true; readonly data: Pick<LoginResult, 'access_token'> }
  | Exclude<Result<LoginResult, 'login'>, { ok: true }>
>;

/** One login, shared by all calls that need a token. */
export type Session = ReturnType<typeof createSession>;

export function createSession(
  { otp, ...proof }: Credentials,
  logIn: (request: LoginRequest) => Login,
  store?: TokenStore,
) {
  let current: Login | undefined;
  let isFirst = true;

  async function logInWithCode(): Login {
    const login = await logIn(proof);
    if (login.ok || login.failure.reason !== 'otp_required' || otp === undefined) return login;
    const fail = (cause: unknown) => failed<'login'>(login.failure.message, login.failure, cause);
    // In JavaScript it may be a number, or null from a prompt that was cancelled.
    const ask = async () => (await otp())?.toString();
    const code = await ask().catch(fail);
    return typeof code === 'string' ? logIn({ ...proof, otp: code }) : (code ?? login);
  }

  async function open(): Login {
    if (isFirst && store) {
      isFirst = false;
      try {
        // Even if it throws at once, the error comes after `current` is set.
        const token = await (async () => store.get())();
        // Others cannot be sent in a header.
        if (token && /^[!-~]+$/.test(token)) return { ok: true, data: { access_token: token } };
      } catch (cause) {
        current = undefined;
        return failed('The token store failed', { reason: 'not_sent' }, cause);
      }
    }
    const login = await logInWithCode();
    if (!login.ok) current = undefined;
    else if (store) notify((token) => store.set(token), login.data.access_token);
    return login;
  }

  return {
    /** Whether a person may have to enter a one-time code. */
    interactive: otp !== undefined,
    current: (): Login => {
      current ??= open();
      return current;
    },
    /** Forgets this login, unless another one has replaced it. */
    forget: (login: Login) => {
      if (current === login) current = undefined;
    },
  };
}

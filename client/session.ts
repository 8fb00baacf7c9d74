import type { LoginRequest } from '../generated/contract.ts';
import { failed, type Result } from './failure.ts';
import type { Credentials } from './options.ts';
import type { LoginResult } from './results.ts';

type Login = Promise<Result<LoginResult, 'login'>>;

/** One login, shared by all calls that need a token. */
export interface Session {
  /** Whether a person may have to enter a one-time code. */
  readonly interactive: boolean;
  current(): Login;
  /** Forgets this login, unless another one has replaced it. */
  forget(login: Login): void;
}

export function createSession(
  { otp, ...proof }: Credentials,
  logIn: (request: LoginRequest) => Login,
): Session {
  let current: Login | undefined;

  async function logInWithCode(): Login {
    const login = await logIn(proof);
    if (login.ok || login.failure.reason !== 'otp_required' || otp === undefined) return login;
    let code: string;
    try {
      code = await otp();
    } catch (cause) {
      return failed(login.failure.message, login.failure, cause);
    }
    return logIn({ ...proof, otp: code });
  }

  async function forgetIfFailed(): Login {
    const login = await logInWithCode();
    if (!login.ok) current = undefined;
    return login;
  }

  return {
    interactive: otp !== undefined,
    current: () => {
      current ??= forgetIfFailed();
      return current;
    },
    forget: (login) => {
      if (current === login) current = undefined;
    },
  };
}

/**
 * Waits for `work`, at most `milliseconds` and until the signal aborts. It does not stop the work: the caller does.
 */
export function race<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  milliseconds?: number,
): Promise<T | 'timed_out' | 'aborted'> {
  let clear = () => {};
  const interrupted = new Promise<'timed_out' | 'aborted'>((resolve) => {
    const abort = () => resolve('aborted');
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds, 'timed_out');
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return Promise.race([interrupted, work]).finally(() => clear());
}

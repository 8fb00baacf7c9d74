import type { components } from '../generated/types.ts';
import { failed, type Result } from './failure.ts';

type Schemas = components['schemas'];
type Login = Promise<Result<Schemas['LoginResult']>>;

export interface Credentials {
  readonly identity: string;
  readonly password?: string;
  /** Asked for the one-time code when the service wants one, once a login. */
  readonly otp?: () => string | Promise<string>;
}

/** One login for all who need it at once or later. */
export interface Session {
  current(): Login;
  /** Forgets this login, unless another has already taken its place. */
  forget(login: Login): void;
}

export function createSession(
  { otp, ...proof }: Credentials,
  logIn: (request: Schemas['LoginRequest']) => Login,
): Session {
  let kept: Login | undefined;

  async function start(): Login {
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

  async function unlessItFails(): Login {
    const login = await start();
    if (!login.ok) kept = undefined;
    return login;
  }

  return {
    current: () => {
      kept ??= unlessItFails();
      return kept;
    },
    forget: (login) => {
      if (kept === login) kept = undefined;
    },
  };
}

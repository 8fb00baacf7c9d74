import { createSecrets, type Secrets } from './secrets.ts';

export interface SessionKey {
  readonly id: string;
  readonly description: string;
  /** RFC 3339; `undefined` while the key is active. */
  revokedAt: string | undefined;
}

/** Everything that the page remembers. It is only in memory, until the reader closes the page, changes the target or clears it. */
export interface Session {
  /** What a call sends for the user who is logged in. */
  caller: { readonly accessToken?: string };
  /** Newest first. */
  readonly keys: SessionKey[];
  readonly secrets: Secrets;
  /** Aborts when the session is forgotten, and with it every call that is still running. */
  signal(): AbortSignal;
  forget(): void;
  onForget(listener: () => void): void;
}

export function createSession(): Session {
  const listeners: (() => void)[] = [];
  let ending = new AbortController();
  const session: Session = {
    caller: {},
    keys: [],
    secrets: createSecrets(),
    signal: () => ending.signal,
    forget: () => {
      ending.abort();
      ending = new AbortController();
      session.caller = {};
      session.keys.length = 0;
      session.secrets.forget();
      for (const listener of listeners) listener();
    },
    onForget: (listener) => {
      listeners.push(listener);
    },
  };
  return session;
}

import { createSecrets, type Secrets } from './secrets.ts';

export interface MadeKey {
  readonly id: string;
  readonly description: string;
  /** RFC 3339; `undefined` while the key is active. */
  revokedAt: string | undefined;
}

/** All that the page remembers. It is in memory alone, and ends with the page, the target, or on demand. */
export interface Session {
  accessToken: string | undefined;
  /** Newest first. */
  readonly keys: MadeKey[];
  readonly secrets: Secrets;
  /** Aborts when this session is forgotten: what is still under way then belongs to nobody. */
  signal(): AbortSignal;
  forget(): void;
  onForget(listener: () => void): void;
}

export function createSession(): Session {
  const listeners: (() => void)[] = [];
  let ending = new AbortController();
  const session: Session = {
    accessToken: undefined,
    keys: [],
    secrets: createSecrets(),
    signal: () => ending.signal,
    forget: () => {
      ending.abort();
      ending = new AbortController();
      session.accessToken = undefined;
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

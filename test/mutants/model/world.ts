import { type Account, createAccounts } from './accounts.ts';
import type { Behaviour } from './behaviour.ts';

export interface Key {
  readonly id: string;
  readonly secret: string;
  readonly owner: Account;
  readonly description: string | undefined;
  readonly createdAt: number;
  revokedAt: number | undefined;
}

export interface Session {
  readonly token: string;
  readonly owner: Account;
  readonly until: number;
}

/** All that a model remembers, and how it behaves: whatever one behaviour calls, it finds here, broken or not. */
export interface World {
  readonly behaviour: Behaviour;
  readonly accounts: Map<string, Account>;
  readonly sessions: Map<string, Session>;
  readonly keys: Map<string, Key>;
  now(): number;
}

export function createWorld(behaviour: Behaviour, now: () => number): World {
  return {
    behaviour,
    accounts: createAccounts(),
    sessions: new Map(),
    keys: new Map(),
    now,
  };
}

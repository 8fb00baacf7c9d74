import { createHash, randomBytes } from 'node:crypto';
import { createId } from '../../../server/security/random.ts';
import type {
  Account,
  AccountWithSecrets,
  CompletedLogin,
  NewAccount,
  NewApiKey,
  Store,
} from '../../../server/store/store.ts';
import { temporaryStore } from '../../support/server/database.ts';

/** 2026-01-01T00:00:00Z: the present of all these tests. */
export const now = Date.UTC(2026, 0, 1);
export const hour = 3_600_000;

export const traceId = '0123456789abcdef0123456789abcdef';
export const service = { actor: 'service', traceId } as const;

export const recoveryCodeHashes = [hashOf('one recovery code'), hashOf('another one')];
export const mfa = {
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  confirmedStep: 1000,
  recoveryCodeHashes,
};

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export const randomHash = () => randomBytes(32).toString('hex');

/** A store with one account, on a database that goes when the test ends. */
export async function anAccount({
  identity = 'ana@example.com',
  ...more
}: Partial<NewAccount> = {}) {
  const store = await temporaryStore();
  const account = await addAccount(store, identity, more);
  return { store, account, id: account.id };
}

/** Adds an account, and reads it as a login would. */
export async function addAccount(
  store: Store,
  identity: string,
  more?: Partial<NewAccount>,
): Promise<AccountWithSecrets> {
  await store.accounts.add(
    {
      id: createId('user', randomBytes),
      identity,
      nickname: 'Ana',
      passwordHash: 'a hash',
      mfa: undefined,
      ...more,
    },
    now,
  );
  return find(store, identity);
}

export async function find(store: Store, identity = 'ana@example.com') {
  const account = await store.accounts.findByIdentity(identity);
  if (account === undefined) throw new Error('the account is not there');
  return account;
}

/** Completes a login whose token lives an hour. */
export async function logIn(store: Store, account: Account, more?: Partial<CompletedLogin>) {
  const tokenHash = randomHash();
  const login: CompletedLogin = {
    accountId: account.id,
    revision: account.revision,
    code: undefined,
    tokenHash,
    now,
    expiresAt: now + hour,
    maximumTokens: 10,
    traceId,
    ...more,
  };
  const outcome = await store.logins.complete(login);
  const isLive = async (at = now) => (await store.tokens.find(tokenHash, at)) !== undefined;
  return { tokenHash, outcome, isLive };
}

export async function createKey(store: Store, account: Account, more?: Partial<NewApiKey>) {
  const key: NewApiKey = {
    id: createId('key', randomBytes),
    accountId: account.id,
    revision: account.revision,
    keyHash: randomHash(),
    keyPrefix: 'aak_01234567',
    description: 'deploys',
    createdAt: now,
    maximumKeys: 100,
    traceId,
    idempotency: undefined,
    ...more,
  };
  const outcome = await store.apiKeys.create(key);
  return { ...key, outcome };
}

/** Revokes a key as its user does. */
export function revoke(store: Store, account: Account, keyId: string, at = now) {
  const { id: accountId, revision } = account;
  return store.apiKeys.revoke({ accountId, revision, keyId, now: at, source: service });
}

/** The names of all events, in their order. */
export async function eventNames(store: Store): Promise<string[]> {
  return (await store.events.list({ limit: 1000 })).map(({ event }) => event);
}

import { randomBytes } from 'node:crypto';
import { createCredential } from '../../../server/security/credential.ts';
import { deriveApiKey, hashCredential } from '../../../server/security/credential-hashes.ts';
import { hashRecoveryCode } from '../../../server/security/mfa-secrets.ts';
import type { OneTimeCode } from '../../../server/security/one-time-codes.ts';
import { createId } from '../../../server/security/random.ts';
import type {
  Account,
  AccountWithSecrets,
  NewAccount,
} from '../../../server/store/accounts/account-row.ts';
import type { Store } from '../../../server/store/open-store.ts';
import { temporaryStore } from '../../support/server/database.ts';

/** 2026-01-01T00:00:00Z: the present of all these tests. */
export const now = Date.UTC(2026, 0, 1);
export const hour = 3_600_000;

export const recoveryCodes = ['11111-11111-11111', '22222-22222-22222'];
export const mfa = {
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  confirmedStep: 1000,
  recoveryCodeHashes: recoveryCodes.map((code) => hashRecoveryCode(code) ?? ''),
};

/** A store with one account, on a database that goes when the test ends. */
export async function anAccount(more?: Partial<NewAccount>) {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com', more);
  return { store, account, id: account.id };
}

/** Adds an account, and reads it as a login would. */
export async function addAccount(
  store: Store,
  identity: string,
  more: Partial<NewAccount> = {},
): Promise<AccountWithSecrets> {
  const account = {
    id: createId('user', randomBytes),
    identity,
    nickname: 'Ana',
    passwordHash: 'a hash',
    ...more,
  };
  await store.accounts.add(account, now);
  return find(store, identity);
}

export async function find(store: Store, identity: string): Promise<AccountWithSecrets> {
  const account = await store.accounts.findByIdentity(identity);
  if (account === undefined) throw new Error('the account is not there');
  return account;
}

/** Ends a login that lives an hour. */
export async function logIn(
  store: Store,
  { id: accountId, revision }: Account,
  code: OneTimeCode | undefined = undefined,
  at = now,
) {
  const token = createCredential('accessToken', randomBytes);
  const tokenHash = hashCredential(token);
  const outcome = await store.logins.complete({
    accountId,
    revision,
    code,
    tokenHash,
    now: at,
    expiresAt: at + hour,
  });
  const isLive = async (when = at) =>
    (await store.accessTokens.findLive(tokenHash, when)) !== undefined;
  return { token, tokenHash, outcome, isLive };
}

export async function createKey(
  store: Store,
  accountId: string,
  at = now,
  more: Partial<Parameters<Store['apiKeys']['create']>[0]> = {},
) {
  const { repeatable, revision = await revisionOf(store, accountId) } = more;
  const key = repeatable
    ? deriveApiKey({ accountId, ...repeatable })
    : createCredential('apiKey', randomBytes);
  const id = createId('key', randomBytes);
  const outcome = await store.apiKeys.create({
    id,
    accountId,
    revision,
    keyHash: hashCredential(key),
    keyPrefix: key.slice(0, 12),
    description: 'deploys',
    createdAt: at,
    limit: 100,
    ...more,
  });
  return { id, key, outcome };
}

async function revisionOf(store: Store, accountId: string): Promise<number> {
  const accounts = await store.accounts.list();
  return accounts.find(({ id }) => id === accountId)?.revision ?? 0;
}

import { identityKey } from '../server/security/identity.ts';
import { type OneTimeCode, readRecoveryCode } from '../server/security/one-time-codes.ts';
import { createId, type Random } from '../server/security/random.ts';
import type { Caller, KeyOutcome, NewApiKey, Store } from '../server/store/store.ts';
import type { MockAccount } from './accounts.ts';

/** The hash of the fixed one-time code, which can be used any number of times. */
export const fixedCode = 'fixed';

interface MemoryStore {
  readonly accounts: Pick<Store['accounts'], 'findByIdentity'>;
  readonly logins: Store['logins'];
  readonly apiKeys: Pick<Store['apiKeys'], 'create' | 'revoke'>;
  findLive(tokenHash: string, now: number): Caller | undefined;
}

interface Key extends NewApiKey {
  revokedAt: number | undefined;
}

type Account = ReturnType<typeof toAccount>;

/** The store of the service, in memory. Passwords are stored in the clear: those of a mock protect nothing. */
export function createMemoryStore(accounts: readonly MockAccount[], random: Random): MemoryStore {
  const people = accounts.map((account) => toAccount(account, random));
  const byIdentity = new Map(people.map((account) => [identityKey(account.identity), account]));
  const byId = new Map(people.map((account) => [account.id, account]));
  const owners = new Map<string, Account>();

  return {
    accounts: { findByIdentity: async (identity) => byIdentity.get(identityKey(identity)) },

    logins: {
      complete: async ({ accountId, code, tokenHash, now, expiresAt, maximumTokens }) => {
        const account = byId.get(accountId);
        if (account === undefined) return 'account_changed';
        if (account.totpSecret !== undefined && !consume(account, code)) return 'code_used';

        const { tokens } = account;
        for (const [hash, end] of tokens) {
          if (end > now && tokens.size < maximumTokens) continue;
          tokens.delete(hash);
          owners.delete(hash);
        }
        tokens.set(tokenHash, expiresAt);
        owners.set(tokenHash, account);
        return 'ok';
      },
    },

    findLive: (tokenHash, now) => {
      const account = owners.get(tokenHash);
      return account !== undefined && (account.tokens.get(tokenHash) ?? 0) > now
        ? { accountId: account.id, revision: account.revision }
        : undefined;
    },

    apiKeys: {
      create: async (key) => {
        const account = byId.get(key.accountId);
        if (account === undefined) return 'account_inactive';
        const earlier = findEarlier(account, key);
        if (earlier !== undefined) return earlier;
        if (account.activeKeys >= key.maximumKeys) return 'key_limit_reached';

        account.keys.set(key.id, { ...key, revokedAt: undefined });
        account.activeKeys += 1;
        return 'created';
      },

      revoke: async ({ accountId, keyId, now }) => {
        const account = byId.get(accountId);
        const key = account?.keys.get(keyId);
        if (account === undefined || key === undefined) return undefined;
        if (key.revokedAt === undefined) account.activeKeys -= 1;
        key.revokedAt ??= now;
        return key.revokedAt;
      },
    },
  };
}

function toAccount(
  {
    identity,
    nickname = identity,
    password,
    disabled = false,
    totpSecret,
    recoveryCodes = [],
  }: MockAccount,
  random: Random,
) {
  return {
    identity,
    id: createId('user', random),
    nickname,
    passwordHash: password,
    disabled,
    mfaEnabled: totpSecret !== undefined,
    createdAt: 0,
    totpSecret,
    revision: 1,
    lastStep: Number.NEGATIVE_INFINITY,
    recoveryCodes: new Set(
      recoveryCodes.map(readRecoveryCode).filter((code) => code !== undefined),
    ),
    /** The end of each token, by its hash, oldest first. */
    tokens: new Map<string, number>(),
    /** By their ids, oldest first. */
    keys: new Map<string, Key>(),
    activeKeys: 0,
  };
}

/** What an earlier request with the same `Idempotency-Key` generated; `undefined` when there was none. */
function findEarlier(
  { keys }: Account,
  { idempotency, description, createdAt: now }: NewApiKey,
): KeyOutcome | undefined {
  for (const key of keys.values()) {
    const { revokedAt, idempotency: earlier } = key;
    if (earlier === undefined || earlier.key !== idempotency?.key) continue;
    if (earlier.expiresAt <= now) continue;
    if (key.description !== description) return 'idempotency_conflict';
    return revokedAt === undefined ? { replay: earlier.response } : 'idempotency_key_spent';
  }
  return undefined;
}

function consume(account: Account, code: OneTimeCode | undefined): boolean {
  if (code === undefined) return false;
  if ('recoveryCodeHash' in code)
    return (
      code.recoveryCodeHash === fixedCode || account.recoveryCodes.delete(code.recoveryCodeHash)
    );
  if (code.totpStep <= account.lastStep) return false;
  account.lastStep = code.totpStep;
  return true;
}

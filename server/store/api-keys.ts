import type { Encryption } from '../security/encryption.ts';
import { isId } from '../security/random.ts';
import { isUnchanged, lockAccount } from './account-row.ts';
import type { Database, Statements } from './database.ts';
import { recordEvent } from './events.ts';
import { findEarlierResponse, forgetResponse, storeResponse } from './idempotency.ts';
import type { ApiKey, NewApiKey, Revocation, Store } from './store.ts';

export function createApiKeys(database: Database, encryption: Encryption): Store['apiKeys'] {
  return {
    create: (key) =>
      database.transaction(async (on) => {
        // Sent together, which saves round trips to PostgreSQL. It runs them in this order: the others see what the lock waited for.
        const [account, earlier, count] = await Promise.all([
          lockAccount(on, key.accountId),
          findEarlierResponse(on, encryption, key),
          countKeys(on, key.accountId),
        ]);
        if (!isUnchanged(account, key.revision)) return 'account_inactive';
        if (typeof earlier === 'string') return earlier;
        if (earlier !== undefined) {
          // The secret of the key leaves the service again.
          await recordKeyEvent(on, key, 'api_key_repeated', earlier.keyId);
          return { replay: earlier.response };
        }

        if (count >= key.maximumKeys) return 'key_limit_reached';
        await Promise.all([
          insertKey(on, key),
          storeResponse(on, encryption, key),
          recordKeyEvent(on, key, 'api_key_created', key.id),
        ]);
        return 'created';
      }),

    revoke: async (revocation) => {
      // A malformed id never reaches the database, which may misread a NUL or a lone surrogate.
      if (!isId('key', revocation.keyId)) return undefined;
      return database.transaction((on) => revoke(on, revocation));
    },

    list: async (accountId) => {
      const rows = await database.all<KeyRow>(
        `${selectKeys} where account_id = ? order by api_keys.created_at, api_keys.id`,
        accountId,
      );
      return rows.map(toApiKey);
    },

    findByHash: async (keyHash) => {
      const row = await database.one<KeyRow>(`${selectKeys} where key_hash = ?`, keyHash);
      return row && toApiKey(row);
    },

    find: async (id) => {
      if (!isId('key', id)) return undefined;
      const row = await database.one<KeyRow>(`${selectKeys} where api_keys.id = ?`, id);
      return row && toApiKey(row);
    },
  };
}

async function countKeys(on: Statements, accountId: string): Promise<number> {
  const row = await on.one<{ count: number }>(
    'select count(*) as count from api_keys where account_id = ? and revoked_at is null',
    accountId,
  );
  return row?.count ?? 0;
}

async function insertKey(on: Statements, key: NewApiKey): Promise<void> {
  await on.run(
    `insert into api_keys (id, account_id, key_hash, key_prefix, description, created_at)
     values (?, ?, ?, ?, ?, ?)`,
    key.id,
    key.accountId,
    key.keyHash,
    key.keyPrefix,
    key.description,
    key.createdAt,
  );
}

function recordKeyEvent(
  on: Statements,
  { accountId, createdAt, traceId }: NewApiKey,
  event: 'api_key_created' | 'api_key_repeated',
  keyId: string,
): Promise<void> {
  const source = { actor: 'service', traceId } as const;
  return recordEvent(on, { event, accountId, at: createdAt, source, detail: { keyId } });
}

async function revoke(
  on: Statements,
  { accountId, revision, keyId, now, source }: Revocation,
): Promise<number | 'account_inactive' | undefined> {
  const [account, key] = await Promise.all([
    lockAccount(on, accountId),
    on.one<{ revoked_at: number | null }>(
      'select revoked_at from api_keys where id = ? and account_id = ?',
      keyId,
      accountId,
    ),
  ]);
  if (revision !== undefined && !isUnchanged(account, revision)) return 'account_inactive';
  if (key === undefined) return undefined;
  if (key.revoked_at !== null) return key.revoked_at;

  await Promise.all([
    on.run('update api_keys set revoked_at = ? where id = ?', now, keyId),
    forgetResponse(on, accountId, keyId),
    recordEvent(on, {
      event: 'api_key_revoked',
      accountId,
      at: now,
      source,
      detail: { keyId },
    }),
  ]);
  return now;
}

const selectKeys = `
  select api_keys.id, account_id, key_prefix, description, api_keys.created_at, revoked_at, disabled_at
  from api_keys join accounts on accounts.id = account_id`;

interface KeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly key_prefix: string;
  readonly description: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
  readonly disabled_at: number | null;
}

function toApiKey(row: KeyRow): ApiKey {
  const ofActive = row.disabled_at === null ? 'active' : 'inactive';
  return {
    id: row.id,
    accountId: row.account_id,
    keyPrefix: row.key_prefix,
    description: row.description,
    state: row.revoked_at === null ? ofActive : 'revoked',
    createdAt: row.created_at,
    revokedAt: row.revoked_at ?? undefined,
  };
}

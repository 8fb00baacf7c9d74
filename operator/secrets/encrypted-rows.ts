import type { EncryptedPlace } from '../../server/security/encryption/encryption.ts';
import type { Engine, StoreTransaction } from '../../server/store/engine.ts';
import { sql } from '../../server/store/kysely.ts';
import { type EncryptedColumn, encryptedColumns } from '../../server/store/schema.ts';

export type KeyUse = ReturnType<typeof unusedKey>;

/** How many rows are encrypted with a key; `keyId` is `clear` for rows that are not encrypted. */
export function unusedKey(keyId: string) {
  return { keyId, passwords: 0, totpSecrets: 0, recoveryCodes: 0, idempotencyRecords: 0 };
}

type Change = (place: EncryptedPlace, text: string) => string | undefined;

/** Accounts per transaction: other processes write between two. */
const batch = 100;

// The same in every engine: an encrypted text starts with `v1.` and the 8 characters of the key's id.
const keyIn = (column: string) =>
  sql<string>`case when substr(${sql.ref(column)}, 1, 3) = 'v1.' then substr(${sql.ref(column)}, 4, 8) else 'clear' end`;

export function createEncryptedRows({ reader, write }: Engine) {
  return {
    async countByKey(): Promise<KeyUse[]> {
      const uses = new Map<string, KeyUse>();
      for (const { kind, table, column } of encryptedColumns) {
        const { rows } = await sql<{ key_id: string; amount: number | string | bigint }>`
          select key_id, count(*) as amount
          from (select ${keyIn(column)} as key_id from ${sql.table(table)} where ${sql.ref(column)} is not null) as uses
          group by key_id`.execute(reader);
        for (const { key_id: keyId, amount } of rows) {
          const use = uses.get(keyId) ?? unusedKey(keyId);
          uses.set(keyId, { ...use, [kind]: Number(amount) });
        }
      }
      return [...uses.values()];
    },

    async identitiesWithKey(keyId: string, limit: number) {
      const found = new Set<string>();
      for (const { table, column, owner } of encryptedColumns) {
        const { rows } = await sql<{ identity: string }>`
          select identity from accounts where id in (
            select ${sql.ref(owner)} from ${sql.table(table)}
            where ${sql.ref(column)} is not null and ${keyIn(column)} = ${keyId}
          ) order by identity_key limit ${limit}`.execute(reader);
        for (const { identity } of rows) found.add(identity);
      }
      return [...found].sort().slice(0, limit);
    },

    /** Can be interrupted and started again. It does not overwrite what other processes change meanwhile. */
    async rewrite(change: Change): Promise<void> {
      let last = '';
      for (;;) {
        const accounts = await reader
          .selectFrom('accounts')
          .select('id')
          .where('id', '>', last)
          .orderBy('id')
          .limit(batch)
          .execute();
        const ids = accounts.map(({ id }) => id);
        const end = ids.at(-1);
        if (end === undefined) return;
        await write(async (transaction) => {
          // Before anything is read. Otherwise a login that is consuming a code would not find it again, and a text that another
          // transaction has encrypted with the older key, and commits later, would keep that key.
          await lockAccounts(transaction, ids);
          for (const column of encryptedColumns) await rewriteColumn(transaction, column, ids, change);
        });
        last = end;
      }
    },
  };
}

async function rewriteColumn(
  transaction: StoreTransaction,
  { table, column, owner }: EncryptedColumn,
  ids: readonly string[],
  change: Change,
): Promise<void> {
  const { rows } = await sql<{ account_id: string; text: string }>`
    select ${sql.ref(owner)} as account_id, ${sql.ref(column)} as text from ${sql.table(table)}
    where ${sql.ref(owner)} in (${sql.join(ids)}) and ${sql.ref(column)} is not null`.execute(transaction);
  for (const { account_id: accountId, text } of rows) {
    const changed = change({ column: `${table}.${column}`, accountId }, text);
    if (changed === undefined) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${changed}
      where ${sql.ref(owner)} = ${accountId} and ${sql.ref(column)} = ${text}`.execute(transaction);
  }
}

/** Locks several accounts, in the order of their ids, so that two transactions that do so never block each other. */
async function lockAccounts(transaction: StoreTransaction, ids: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

import type { EncryptedPlace } from '../../server/security/encryption/encryption.ts';
import { lockAccount } from '../../server/store/accounts/change-account.ts';
import type { Engine, StoreTransaction } from '../../server/store/engine.ts';
import { sql } from '../../server/store/kysely.ts';
import { type EncryptedColumn, encryptedColumns } from '../../server/store/schema.ts';

export type KeyUse = ReturnType<typeof unusedKey>;

/** How many rows are encrypted with a key; `keyId` is `clear` for rows that are not encrypted. */
export function unusedKey(keyId: string) {
  return { keyId, passwords: 0, totpSecrets: 0, recoveryCodes: 0, idempotencyRecords: 0 };
}

type Change = (place: EncryptedPlace, text: string) => string | undefined;

/** Accounts at once: the store changes them in one transaction, for which other processes wait. One may have 100,000 rows to read. */
const batch = 10;
const sentAtOnce = 500;

/** The column that identifies a row of an account. To find one by its text, which has no index, reads all rows of the account. */
const rowNames = {
  accounts: 'id',
  recovery_codes: 'code_hash',
  idempotency_records: 'value_hash',
} as const;

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
        const rewriteAccount = (id: string) =>
          write(async (transaction) => {
            // Before anything is read. Otherwise a login that is consuming a code would not find it again, and a text that
            // another transaction has encrypted with the older key, and commits later, would keep that key.
            await lockAccount(transaction, id);
            for (const column of encryptedColumns)
              await rewriteColumn(transaction, column, id, change);
          }, id);
        await Promise.all(accounts.map(({ id }) => rewriteAccount(id)));
        const end = accounts.at(-1);
        if (end === undefined) return;
        last = end.id;
      }
    },
  };
}

async function rewriteColumn(
  transaction: StoreTransaction,
  { table, column, owner }: EncryptedColumn,
  accountId: string,
  change: Change,
): Promise<void> {
  const rowName = sql.ref(rowNames[table]);
  const { rows } = await sql<{ row: string; text: string }>`
    select ${rowName} as row, ${sql.ref(column)} as text from ${sql.table(table)}
    where ${sql.ref(owner)} = ${accountId} and ${sql.ref(column)} is not null`.execute(transaction);
  const update = async ({ text, row }: (typeof rows)[number]) => {
    const changed = change({ column: `${table}.${column}`, accountId }, text);
    if (changed === undefined) return;
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${changed}
      where ${sql.ref(owner)} = ${accountId} and ${rowName} = ${row} and ${sql.ref(column)} = ${text}`.execute(
      transaction,
    );
  };
  // Sent together, but each must have its result before its time is over. No statement may follow the rollback.
  for (let at = 0; at < rows.length; at += sentAtOnce) {
    const updates = rows.slice(at, at + sentAtOnce).map(update);
    await Promise.all(updates).finally(() => Promise.allSettled(updates));
  }
}

import { sql } from 'kysely';
import type { SealedPlace } from '../../security/encryption/seal.ts';
import { lockAccount } from '../accounts/lock-account.ts';
import type { Engine, StoreTransaction } from '../engine/engine.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';

/** How many rows rest on a key; `keyId` is `clear` for what is not sealed. */
export interface KeyUse {
  readonly keyId: string;
  readonly passwords: number;
  readonly totpSecrets: number;
  readonly recoveryCodes: number;
}

/** How many accounts are looked at in one transaction: others write between two. */
const batch = 100;

/** Everything that is sealed, of all accounts. */
export interface SealedRows {
  countByKey(): Promise<KeyUse[]>;
  /** Identities of accounts of which something rests on the key. */
  identitiesOn(keyId: string, limit: number): Promise<string[]>;
  /**
   * Writes anew what `change` answers with a text for. It may be broken off and begun again; what others change meanwhile
   * is left as they have it.
   */
  rewrite(change: (place: SealedPlace, text: string) => string | undefined): Promise<void>;
}

// Alike in every engine: a sealed text is `v1.`, the key's id in 8 characters, and more.
const keyIn = (column: string) =>
  sql<string>`case when substr(${sql.ref(column)}, 1, 3) = 'v1.' then substr(${sql.ref(column)}, 4, 8) else 'clear' end`;

export function createSealedRows({ reader, write }: Engine): SealedRows {
  return {
    async countByKey() {
      const uses = new Map<string, KeyUse>();
      for (const { kind, table, column } of sealedColumns) {
        const { rows } = await sql<{ key_id: string; amount: number | string | bigint }>`
          select key_id, count(*) as amount
          from (select ${keyIn(column)} as key_id from ${sql.table(table)} where ${sql.ref(column)} is not null) as uses
          group by key_id`.execute(reader);
        for (const { key_id: keyId, amount } of rows) {
          const use = uses.get(keyId) ?? { keyId, passwords: 0, totpSecrets: 0, recoveryCodes: 0 };
          uses.set(keyId, { ...use, [kind]: Number(amount) });
        }
      }
      return [...uses.values()];
    },

    async identitiesOn(keyId, limit) {
      const found = new Set<string>();
      for (const { table, column, owner } of sealedColumns) {
        const { rows } = await sql<{ identity: string }>`
          select identity from accounts where id in (
            select ${sql.ref(owner)} from ${sql.table(table)}
            where ${sql.ref(column)} is not null and ${keyIn(column)} = ${keyId}
          ) order by identity_key limit ${limit}`.execute(reader);
        for (const { identity } of rows) found.add(identity);
      }
      return [...found].sort().slice(0, limit);
    },

    async rewrite(change) {
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
          for (const column of sealedColumns) await rewriteColumn(transaction, column, ids, change);
        });
        last = end;
      }
    },
  };
}

async function rewriteColumn(
  transaction: StoreTransaction,
  { table, column, owner }: SealedColumn,
  ids: readonly string[],
  change: (place: SealedPlace, text: string) => string | undefined,
): Promise<void> {
  const { rows } = await sql<{ account_id: string; text: string }>`
    select ${sql.ref(owner)} as account_id, ${sql.ref(column)} as text from ${sql.table(table)}
    where ${sql.ref(owner)} in (${sql.join(ids)}) and ${sql.ref(column)} is not null`.execute(transaction);
  for (const { account_id: accountId, text } of rows) {
    const changed = change({ column: `${table}.${column}`, accountId }, text);
    if (changed === undefined) continue;
    // A login that is just using up a code of this account would not find it again.
    await lockAccount(transaction, accountId);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${changed}
      where ${sql.ref(owner)} = ${accountId} and ${sql.ref(column)} = ${text}`.execute(transaction);
  }
}

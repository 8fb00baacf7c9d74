import { sql } from 'kysely';
import type { Encryption } from '../../server/security/encryption/encryption.ts';
import { SecretsError } from '../../server/security/encryption/keyring.ts';
import { encryptedColumns } from '../../server/store/encryption/encrypted-columns.ts';
import type { StoreTransaction } from '../../server/store/engine.ts';
import { verifyAudit } from '../audit/verify.ts';
import { copiedTables, countRows } from './copy-rows.ts';

/** What is wrong with a copy, in sentences; none when it is complete and every secret that is in use can be decrypted. */
export async function verifyCopy(
  from: StoreTransaction,
  to: StoreTransaction,
  encryption: Encryption,
  now: number,
): Promise<string[]> {
  return [
    ...(await compareCounts(from, to)),
    ...(await checkAudit(from, to)),
    ...(await decryptSecrets(to, encryption, now)),
  ];
}

async function compareCounts(from: StoreTransaction, to: StoreTransaction): Promise<string[]> {
  const [source, copy] = [await countRows(from), await countRows(to)];
  const wrong = copiedTables.filter((table) => source[table] !== copy[table]);
  const [sourceCounts, copyCounts] = [await triggerCounts(from), await triggerCounts(to)];
  return [
    ...wrong.map((table) => `${table} had ${source[table]} rows and has ${copy[table]}`),
    ...(sourceCounts === copyCounts ? [] : ['the counts of keys or password costs differ']),
  ];
}

/** The counts that triggers keep, as one text. */
async function triggerCounts(database: StoreTransaction): Promise<string> {
  const accounts = await database
    .selectFrom('accounts')
    .select(['id', 'unrevoked_keys'])
    .orderBy('id')
    .execute();
  const costs = await database
    .selectFrom('password_costs')
    .selectAll()
    .where('accounts', '>', 0)
    .orderBy('cost')
    .execute();
  return JSON.stringify([
    accounts.map((row) => [row.id, row.unrevoked_keys]),
    costs.map((row) => [row.cost, row.accounts]),
  ]);
}

async function checkAudit(from: StoreTransaction, to: StoreTransaction): Promise<string[]> {
  const [source, copy] = [await verifyAudit(from), await verifyAudit(to)];
  if (!source.intact) return ["the audit log of the source is damaged: run 'account-access audit verify'"];
  return copy.intact && JSON.stringify(copy.anchor) === JSON.stringify(source.anchor)
    ? []
    : ['the audit log differs'];
}

async function decryptSecrets(to: StoreTransaction, encryption: Encryption, now: number): Promise<string[]> {
  const problems = new Set<string>();
  for (const { kind, table, column, owner } of encryptedColumns) {
    // Nobody reads key material that has expired, and was not swept yet.
    const inUse = kind === 'idempotencyRecords' ? sql`and expires_at > ${now}` : sql``;
    const { rows } = await sql<{ account_id: string; text: string }>`
      select ${sql.ref(owner)} as account_id, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${inUse}`.execute(to);
    for (const { account_id: accountId, text } of rows) {
      try {
        encryption.decrypt({ column: `${table}.${column}`, accountId }, text);
      } catch (error) {
        if (!(error instanceof SecretsError)) throw error;
        // It names the column and the account.
        problems.add(error.message);
      }
    }
  }
  return [...problems];
}

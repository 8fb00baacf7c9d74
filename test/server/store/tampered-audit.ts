import { sql } from 'kysely';
import type { VerifyOptions } from '../../../operator/audit/verify.ts';
import { type AuditReport, verifyAudit } from '../../../operator/audit/verify.ts';
import { chainOf } from '../../../server/store/audit/record-event.ts';
import type { StoreTransaction } from '../../../server/store/engine.ts';
import { openEngine } from '../../../server/store/open-engine.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { createTestDatabase } from '../../support/server/database.ts';
import { addAccount, createKey, now } from './an-account.ts';

/** What somebody does who can write the database: statements, in which `$chain` is that of twelve events, or more. */
export type Tampering = readonly string[] | ((transaction: StoreTransaction) => Promise<void>);

export interface TamperedAudit {
  /** Of the account with twelve events; others may be in it after these. */
  readonly chain: number;
  /** What is found after that was done. It is undone then. */
  verify(tampering: Tampering, options?: VerifyOptions): Promise<AuditReport>;
  remove(): Promise<void>;
}

class Undo extends Error {}

export async function makeTamperedAudit(): Promise<TamperedAudit> {
  const { database, secrets, remove } = await createTestDatabase();
  const store = await openStore({ database, secrets });
  const { id } = await addAccount(store, 'ana@example.com');
  for (let count = 0; count < 11; count += 1) await createKey(store, id, now + count);
  for (const name of ['ben', 'cid', 'dan', 'eva']) await addAccount(store, `${name}@example.com`);
  await store.close();
  const chain = chainOf(id);
  const engine = await openEngine({ database });
  const run = (transaction: StoreTransaction, statement: string) =>
    sql.raw(statement.replaceAll('$chain', String(chain))).execute(transaction);

  return {
    chain,
    async verify(tampering, options) {
      let report: AuditReport | undefined;
      const attempt = engine.write(async (transaction) => {
        for (const statement of unguard[engine.kind]) await run(transaction, statement);
        if (typeof tampering === 'function') await tampering(transaction);
        else for (const statement of tampering) await run(transaction, statement);
        report = await verifyAudit(transaction, options);
        throw new Undo();
      });
      await attempt.catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
      if (report === undefined) throw new Error('nothing was verified');
      return report;
    },
    async remove() {
      await engine.close();
      await remove();
    },
  };
}

// The database itself rejects changes of the audit, until its triggers are dropped.
const unguard = {
  sqlite: [
    'audit_events_never_updated',
    'audit_events_never_deleted',
    'audit_events_never_replaced',
    'audit_chains_never_shortened',
    'audit_chains_never_deleted',
  ].map((trigger) => `drop trigger ${trigger}`),
  postgres: ['set local session_replication_role = replica'],
};

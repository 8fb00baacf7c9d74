import { DummyDriver, Kysely } from 'kysely';
import type { NewEvent } from '../audit/chain.ts';
import { createTransaction } from '../engine/create-transaction.ts';
import type { StoreTransaction } from '../engine/engine.ts';
import type { Schema } from '../schema.ts';
import { PortablePostgresDialect } from './dialect.ts';
import { toKysely } from './driver.ts';
import { isCollision } from './outage.ts';
import type { Connection } from './pool.ts';

/** `isRolledBack` is false when nobody knows, because the connection was lost as the transaction was committed. */
export type Outcome = 'committed' | { readonly error: unknown; readonly isRolledBack: boolean };

export const appendEvents = (parameter: string) => `append_audit_events(${parameter}::jsonb)`;

/**
 * Runs all works at once in one transaction, so that their statements do not wait for each other's results. They must change
 * different accounts. The events of all are added last, because other processes wait for the chains of the audit log.
 */
export async function runInTransaction(
  connection: Connection,
  works: readonly ((transaction: StoreTransaction) => Promise<void>)[],
  settings?: string,
): Promise<Outcome> {
  try {
    await connection.begin('begin', settings);
  } catch (error) {
    return { error, isRolledBack: true };
  }
  const events: NewEvent[] = [];
  const transaction = openedOn(connection, events);
  const done = await Promise.allSettled(works.map((work) => work(transaction)));
  const failed = done.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await connection.query('rollback').catch(() => {});
    return { error: failed.reason, isRolledBack: true };
  }
  return commit(connection, events);
}

async function commit(connection: Connection, events: readonly NewEvent[]): Promise<Outcome> {
  const appending =
    events.length > 0 &&
    connection.query(`select ${appendEvents('$1')}`, [JSON.stringify(events)], 'append_events');
  // Sent at once: after an error, PostgreSQL rolls back instead.
  const [appended, committed] = await Promise.allSettled([appending, connection.query('commit')]);
  if (committed.status === 'rejected') {
    await connection.query('rollback').catch(() => {});
    return { error: committed.reason, isRolledBack: isCollision(committed.reason) };
  }
  if (committed.value.command === 'COMMIT') return 'committed';
  const error =
    appended.status === 'rejected' ? appended.reason : new Error('the transaction was rolled back');
  return { error, isRolledBack: true };
}

const dialect = new PortablePostgresDialect(() => new DummyDriver());

/** Compiles the statements of all transactions. */
export const compiling = new Kysely<Schema>({ dialect });

function openedOn(connection: Connection, lastEvents: NewEvent[]): StoreTransaction {
  const adapted = toKysely(connection);
  const executor = compiling.getExecutor().withConnectionProvider({
    provideConnection: (consumer) => consumer(adapted),
  });
  return Object.assign(createTransaction(dialect, executor), { lastEvents });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, StoreTransaction } from '../engine/engine.ts';
import { makeChange } from '../engine/make-change.ts';
import { isCollision } from './outage.ts';
import type { Connection, Pool } from './pool.ts';
import { appendEvents, compiling, type Outcome, runInTransaction } from './transaction.ts';

type Work = (transaction: StoreTransaction) => Promise<void>;

const attempts = 6;

/**
 * Retries a transaction that PostgreSQL rolled back because of another one: a deadlock, or a serialization failure. Throws
 * the last error.
 */
async function retryCollisions<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isCollision(error) || attempt === attempts) throw error;
      // Random and growing pauses, so that transactions that collided do not collide again.
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}

async function withConnection<Result>(
  pool: Pool,
  run: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    return await run(connection);
  } finally {
    connection.release();
  }
}

/** Runs the works in one transaction, once, with further settings. */
export async function attempt(pool: Pool, works: readonly Work[], settings?: string): Promise<Outcome> {
  try {
    return await withConnection(pool, (connection) => runInTransaction(connection, works, settings));
  } catch (error) {
    // There was no connection.
    return { error, isRolledBack: false };
  }
}

/** Runs the work in a transaction of its own. */
export function runOnItsOwn(pool: Pool, work: Work): Promise<void> {
  return retryCollisions(async () => {
    const outcome = await attempt(pool, [work]);
    if (outcome !== 'committed') throw outcome.error;
  });
}

/** Makes the change in one statement, which adds the event to the audit log too. It is one round trip. */
export function changeInOneStatement<Values extends object>(
  pool: Pool,
  change: Change<Values>,
): Promise<boolean> {
  return retryCollisions(() =>
    withConnection(pool, (connection) =>
      // The session of a pooler has not the settings of this connection. A transaction has.
      connection.isOwnSession ? sendOneStatement(connection, change) : inTransaction(connection, change),
    ),
  );
}

async function sendOneStatement<Values extends object>(
  connection: Connection,
  { statement, values, event }: Change<Values>,
): Promise<boolean> {
  const { sql, parameters, name } = statement.compile(compiling, values);
  const recorded = `with changed as (${sql} returning 1) select ${appendEvents(`$${parameters.length + 1}`)} from changed`;
  const given = [...parameters, JSON.stringify([event])];
  return (await connection.query(recorded, given, `${name}_recorded`)).rowCount === 1;
}

async function inTransaction<Values extends object>(
  connection: Connection,
  change: Change<Values>,
): Promise<boolean> {
  let isChanged = false;
  const outcome = await runInTransaction(connection, [
    async (transaction) => {
      isChanged = await makeChange(transaction, change);
    },
  ]);
  if (outcome !== 'committed') throw outcome.error;
  return isChanged;
}

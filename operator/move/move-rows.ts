import { resolve } from 'node:path';
import { recordEvent } from '../../server/store/audit/record-event.ts';
import { openEncryption } from '../../server/store/encryption/open-encryption.ts';
import type { StoreTransaction } from '../../server/store/engine.ts';
import { openEngine } from '../../server/store/open-engine.ts';
import { hidePassword, isPostgresUrl } from '../../server/store/postgres/url.ts';
import { StoreError } from '../../server/store/store-error.ts';
import { type Counts, copyRows, countRows } from './copy-rows.ts';
import { excludeServices, rejectFileInUse } from './lock-out.ts';
import { verifyCopy } from './verify-copy.ts';

export interface MoveOptions {
  readonly from: string;
  /** An empty database. An SQLite file is created. */
  readonly to: string;
  /** The path of the secrets file of both. */
  readonly secrets: string;
  readonly now: number;
}

/**
 * Copies all rows of a database into an empty one, of either engine, while nothing writes to it. It uses one transaction,
 * which is committed only when the copy is complete. Both databases have the schema of this release then.
 *
 * @throws StoreError, SecretsError
 */
export async function moveRows({ from, to, secrets, now }: MoveOptions): Promise<Counts> {
  if (isSameFile(from, to)) throw notEmpty(to);
  rejectFileInUse(from);
  const source = await openEngine({ database: from, databaseConnections: 2 });
  try {
    const encryption = await openEncryption(source, secrets, undefined);
    const target = await openEngine({ database: to, databaseConnections: 2 });
    try {
      return await source.write(async (reading) => {
        await excludeServices(source, reading, from);
        return target.write(async (writing) => {
          if (!(await isEmpty(writing))) throw notEmpty(to);
          const counts = await copyRows(reading, writing);
          const problems = await verifyCopy(reading, writing, encryption, now);
          const [problem] = problems;
          if (problem !== undefined)
            throw new StoreError('copy_differs', `nothing was moved, because the copy differs: ${problem}`);
          await recordEvent(writing, undefined, { event: 'database_moved' }, now, { actor: 'operator' });
          return counts;
        });
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function isSameFile(one: string, other: string): boolean {
  return !isPostgresUrl(one) && !isPostgresUrl(other) && resolve(one) === resolve(other);
}

function notEmpty(database: string): StoreError {
  return new StoreError('not_empty', `${hidePassword(database)} is not empty: use an empty database`);
}

async function isEmpty(transaction: StoreTransaction): Promise<boolean> {
  return Object.values(await countRows(transaction)).every((count) => count === 0);
}

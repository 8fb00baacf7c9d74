import type { Engine } from './engine.ts';
import { sql } from './kysely.ts';

export type Health = ReturnType<typeof createHealth>;

// Not a rate limit: this table is small, and swept. A change of one value writes as much as any other.
const probe = { subject: 'health', action: 'probe', count: 0, until: 0, forget_at: 0 };

/** Checks whether the store works. Each function rejects when it does not. */
export function createHealth({ reader, write, checkFile, checkSpace }: Engine) {
  return {
    read: async () => {
      checkFile();
      await reader.selectFrom('accounts').select('id').where('id', '=', '').execute();
    },
    /** Writes a row, and waits for the write lock and the disk like every change. */
    write: async () => {
      await checkSpace();
      await write(async (transaction) => {
        // Changes no row: it waits for a lock on the accounts.
        await transaction.updateTable('accounts').set({ revision: 0 }).where('id', '=', '').execute();
        await transaction
          .insertInto('rate_limits')
          .values(probe)
          .onConflict((conflict) =>
            conflict
              .columns(['subject', 'action'])
              .doUpdateSet({ count: sql<number>`1 - rate_limits.count` }),
          )
          .execute();
      });
    },
  };
}

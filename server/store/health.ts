import type { Engine } from './engine.ts';
import { sql } from './kysely.ts';

export type Health = ReturnType<typeof createHealth>;

/** Checks whether the store works. Each function rejects when it does not. */
export function createHealth({ reader, write, checkFile, checkWriting }: Engine) {
  return {
    checkFile,
    read: async () => {
      checkFile();
      await reader.selectFrom('accounts').select('id').where('id', '=', '').execute();
    },
    /** Writes a row, and waits for the write lock and the disk like every change. */
    write: async () => {
      await checkWriting();
      await write(async (transaction) => {
        // Changes no row: it waits for a lock on the accounts.
        await transaction
          .updateTable('accounts')
          .set({ revision: 0 })
          .where('id', '=', '')
          .execute();
        // Not a rate limit: this table is small, and swept. A change of one value writes as much as any other.
        await sql`
          insert into rate_limits (subject, action, count, until, forget_at) values ('health', 'probe', 0, 0, 0)
          on conflict (subject, action) do update set count = 1 - rate_limits.count`.execute(
          transaction,
        );
      });
    },
  };
}

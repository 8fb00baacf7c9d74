import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

export interface Brake {
  readonly subject: string;
  readonly brake: string;
}

export interface BrakeCount {
  readonly count: number;
  readonly until: number;
  readonly forgetAt: number;
}

/**
 * What the brakes on guessing remember, for all processes on this database. Nothing in it says who is meant: subjects
 * are hashes.
 */
export interface Brakes {
  find(key: Brake): Promise<BrakeCount | undefined>;
  /** One statement, so that of two who saw the same only one writes; the other gets `false`. */
  swap(key: Brake, seen: BrakeCount | undefined, next: BrakeCount, now: number): Promise<boolean>;
  remove(key: Brake): Promise<void>;
}

// Each new row sweeps away as many as this of those that mean nothing any more, so that the table cannot grow for ever.
const swept = 10;

export function createBrakes({ quick: database }: Engine): Brakes {
  return {
    find: ({ subject, brake }) =>
      database
        .selectFrom('brakes')
        .select(['count', 'until', 'forget_at as forgetAt'])
        .where('subject', '=', subject)
        .where('brake', '=', brake)
        .executeTakeFirst(),

    async swap({ subject, brake }, seen, { count, until, forgetAt }, now) {
      if (seen !== undefined) {
        const { numUpdatedRows } = await database
          .updateTable('brakes')
          .set({ count, until, forget_at: forgetAt })
          .where('subject', '=', subject)
          .where('brake', '=', brake)
          .where('count', '=', seen.count)
          .where('until', '=', seen.until)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }
      await sweep(database, now);
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('brakes')
        .values({ subject, brake, count, until, forget_at: forgetAt })
        .onConflict((conflict) => conflict.columns(['subject', 'brake']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    async remove({ subject, brake }) {
      await database.deleteFrom('brakes').where('subject', '=', subject).where('brake', '=', brake).execute();
    },
  };
}

async function sweep(database: Kysely<Schema>, now: number): Promise<void> {
  const over = database
    .selectFrom('brakes')
    .select(['subject', 'brake'])
    .where('forget_at', '<=', now)
    .limit(swept);
  for (const { subject, brake } of await over.execute()) {
    await database
      .deleteFrom('brakes')
      .where('subject', '=', subject)
      .where('brake', '=', brake)
      .where('forget_at', '<=', now)
      .execute();
  }
}

import type { Engine } from './engine/engine.ts';
import { createStatement } from './engine/statement.ts';

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

interface Seen {
  readonly seenCount: number;
  readonly seenUntil: number;
}

const findCount = createStatement((creator, { subject, brake }: Brake) =>
  creator
    .selectFrom('brakes')
    .select(['count', 'until', 'forget_at as forgetAt'])
    .where('subject', '=', subject)
    .where('brake', '=', brake),
);

const replaceCount = createStatement((creator, values: Brake & BrakeCount & Seen) =>
  creator
    .updateTable('brakes')
    .set({ count: values.count, until: values.until, forget_at: values.forgetAt })
    .where('subject', '=', values.subject)
    .where('brake', '=', values.brake)
    .where('count', '=', values.seenCount)
    .where('until', '=', values.seenUntil),
);

const insertCount = createStatement(
  (creator, { subject, brake, count, until, forgetAt }: Brake & BrakeCount) =>
    creator
      .insertInto('brakes')
      .values({ subject, brake, count, until, forget_at: forgetAt })
      .onConflict((conflict) => conflict.columns(['subject', 'brake']).doNothing()),
);

const removeCount = createStatement((creator, { subject, brake }: Brake) =>
  creator.deleteFrom('brakes').where('subject', '=', subject).where('brake', '=', brake),
);

const findForgotten = createStatement((creator, { now }: { readonly now: number }) =>
  creator.selectFrom('brakes').select(['subject', 'brake']).where('forget_at', '<=', now).limit(swept),
);

const removeForgotten = createStatement(
  (creator, { subject, brake, now }: Brake & { readonly now: number }) =>
    creator
      .deleteFrom('brakes')
      .where('subject', '=', subject)
      .where('brake', '=', brake)
      .where('forget_at', '<=', now),
);

export function createBrakes({ quick }: Pick<Engine, 'quick'>): Brakes {
  return {
    find: async (key) => (await findCount(quick, key)).rows[0],

    async swap(key, seen, next, now) {
      if (seen !== undefined) {
        const values = { ...key, ...next, seenCount: seen.count, seenUntil: seen.until };
        return (await replaceCount(quick, values)).numAffectedRows === 1n;
      }
      for (const forgotten of (await findForgotten(quick, { now })).rows)
        await removeForgotten(quick, { ...forgotten, now });
      return (await insertCount(quick, { ...key, ...next })).numAffectedRows === 1n;
    },

    async remove(key) {
      await removeCount(quick, key);
    },
  };
}

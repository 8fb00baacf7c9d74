import type { RateLimitKey, RateLimitState, RateLimitStates } from '../security/throttle/throttle.ts';
import type { Engine } from './engine/engine.ts';
import { createStatement } from './engine/statement.ts';

// Each new row removes at most this many expired rows, so that the table cannot grow for ever.
const maximumSwept = 10;

interface Seen {
  readonly seenCount: number;
  readonly seenUntil: number;
}

const findCount = createStatement((creator, { subject, action }: RateLimitKey) =>
  creator
    .selectFrom('rate_limits')
    .select(['count', 'until', 'forget_at as forgetAt'])
    .where('subject', '=', subject)
    .where('action', '=', action),
);

const replaceCount = createStatement((creator, values: RateLimitKey & RateLimitState & Seen) =>
  creator
    .updateTable('rate_limits')
    .set({ count: values.count, until: values.until, forget_at: values.forgetAt })
    .where('subject', '=', values.subject)
    .where('action', '=', values.action)
    .where('count', '=', values.seenCount)
    .where('until', '=', values.seenUntil),
);

const insertCount = createStatement(
  (creator, { subject, action, count, until, forgetAt }: RateLimitKey & RateLimitState) =>
    creator
      .insertInto('rate_limits')
      .values({ subject, action, count, until, forget_at: forgetAt })
      .onConflict((conflict) => conflict.columns(['subject', 'action']).doNothing()),
);

const removeCount = createStatement((creator, { subject, action }: RateLimitKey) =>
  creator.deleteFrom('rate_limits').where('subject', '=', subject).where('action', '=', action),
);

const findForgotten = createStatement((creator, { now }: { readonly now: number }) =>
  creator
    .selectFrom('rate_limits')
    .select(['subject', 'action'])
    .where('forget_at', '<=', now)
    .limit(maximumSwept),
);

const removeForgotten = createStatement(
  (creator, { subject, action, now }: RateLimitKey & { readonly now: number }) =>
    creator
      .deleteFrom('rate_limits')
      .where('subject', '=', subject)
      .where('action', '=', action)
      .where('forget_at', '<=', now),
);

export function createRateLimits({ quick }: Pick<Engine, 'quick'>): RateLimitStates {
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

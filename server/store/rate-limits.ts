import type { RateLimitKey, RateLimitState, RateLimitStates } from '../security/throttle/throttle.ts';
import type { Engine } from './engine/engine.ts';
import { createStatement } from './engine/statement.ts';

// Each new row removes at most this many expired rows, so that the table does not wait for a sweep.
const maximumSwept = 10;

interface Seen {
  readonly seenCount: number;
  readonly seenUntil: number;
  readonly seenPending: number;
}

const findCount = createStatement((creator, { subject, action }: RateLimitKey) =>
  creator
    .selectFrom('rate_limits')
    .select(['count', 'until', 'forget_at as forgetAt', 'pending', 'pending_until as pendingUntil'])
    .where('subject', '=', subject)
    .where('action', '=', action),
);

const replaceCount = createStatement((creator, values: RateLimitKey & RateLimitState & Seen) =>
  creator
    .updateTable('rate_limits')
    .set({
      count: values.count,
      until: values.until,
      forget_at: values.forgetAt,
      pending: values.pending,
      pending_until: values.pendingUntil,
    })
    .where('subject', '=', values.subject)
    .where('action', '=', values.action)
    .where('count', '=', values.seenCount)
    .where('until', '=', values.seenUntil)
    .where('pending', '=', values.seenPending),
);

const insertCount = createStatement((creator, values: RateLimitKey & RateLimitState) =>
  creator
    .insertInto('rate_limits')
    .values({
      subject: values.subject,
      action: values.action,
      count: values.count,
      until: values.until,
      forget_at: values.forgetAt,
      pending: values.pending,
      pending_until: values.pendingUntil,
    })
    .onConflict((conflict) => conflict.columns(['subject', 'action']).doNothing()),
);

const removeCount = createStatement((creator, values: RateLimitKey & Seen) =>
  creator
    .deleteFrom('rate_limits')
    .where('subject', '=', values.subject)
    .where('action', '=', values.action)
    .where('count', '=', values.seenCount)
    .where('until', '=', values.seenUntil)
    .where('pending', '=', values.seenPending),
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

const removeSurplus = createStatement(
  (creator, { rows, most }: { readonly rows: number; readonly most: number }) =>
    creator.deleteFrom('rate_limits').where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('subject', 'action'),
        'in',
        selectFrom('rate_limits')
          .select(['subject', 'action'])
          // Always true: it has the engines read the index.
          .where('forget_at', '>', 0)
          .orderBy('forget_at', 'desc')
          .limit(most)
          .offset(rows)
          .$asTuple('subject', 'action'),
      ),
    ),
);

/** How large the table can become: `rows`, and `between` more for each process. */
export interface RateLimitBounds {
  readonly rows: number;
  /** After how many new rows a process removes what is too much. */
  readonly between: number;
}

// About 100 MB. A row that outlives a minute costs an attacker a verified password.
const defaultBounds: RateLimitBounds = { rows: 500_000, between: 5_000 };

/**
 * The counts of the rate limits. When strangers fill the table, the counts that would expire first make room for new ones:
 * those of requests per minute first.
 */
export function createRateLimits(
  { quick }: Pick<Engine, 'quick'>,
  { rows, between }: RateLimitBounds = defaultBounds,
): RateLimitStates {
  let inserted = 0;

  const insert = async (state: RateLimitKey & RateLimitState, now: number) => {
    for (const forgotten of (await findForgotten(quick, { now })).rows)
      await removeForgotten(quick, { now, ...forgotten });
    inserted += 1;
    if (inserted % between === 0) await removeSurplus(quick, { rows, most: 2 * between });
    return (await insertCount(quick, state)).numAffectedRows === 1n;
  };

  return {
    find: async (key) => (await findCount(quick, key)).rows[0],

    async swap(key, seen, next, now) {
      const { subject, action } = key;
      if (seen === undefined) return next === undefined || insert({ subject, action, ...next }, now);
      const expected = {
        subject,
        action,
        seenCount: seen.count,
        seenUntil: seen.until,
        seenPending: seen.pending,
      };
      const { numAffectedRows } =
        next === undefined
          ? await removeCount(quick, expected)
          : await replaceCount(quick, Object.assign(expected, next));
      return numAffectedRows === 1n;
    },
  };
}

import type { ExpressionBuilder } from 'kysely';
import type {
  RateLimitKey,
  RateLimitMemory,
  RateLimitState,
  RateLimitStates,
  RequestWindow,
} from '../security/throttle/throttle.ts';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';
import { createStatement, type Executor } from './statement.ts';

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

/** Counts in the window, or in a new one after its end, unless it is full. */
const countInWindow = createStatement(
  (creator, values: RateLimitKey & RequestWindow & { readonly now: number }) =>
    creator
      .insertInto('rate_limits')
      .values({
        subject: values.subject,
        action: values.action,
        count: 1,
        until: values.end,
        forget_at: values.end,
        pending: 0,
        pending_until: 0,
      })
      .onConflict((conflict) => {
        const isOver = ({ eb, or }: ExpressionBuilder<Schema, 'rate_limits'>) =>
          or([
            eb('rate_limits.until', '<=', values.now),
            // A clock that was set back must not extend a window: one that ends too late counts as over.
            eb('rate_limits.until', '>', values.end),
          ]);
        return conflict
          .columns(['subject', 'action'])
          .doUpdateSet({
            count: (set) =>
              set
                .case()
                .when(isOver(set))
                .then(set.lit(1))
                .else(set('rate_limits.count', '+', set.lit(1)))
                .end(),
            until: (set) =>
              set.case().when(isOver(set)).then(values.end).else(set.ref('rate_limits.until')).end(),
            forget_at: (set) =>
              set.case().when(isOver(set)).then(values.end).else(set.ref('rate_limits.forget_at')).end(),
          })
          .where((where) => where.or([isOver(where), where('rate_limits.count', '<', values.limit)]));
      })
      .returning(['count', 'until']),
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
  { reader, writeRelaxed }: Pick<Engine, 'reader' | 'writeRelaxed'>,
  { rows, between }: RateLimitBounds = defaultBounds,
): RateLimitStates {
  let inserted = 0;

  const makeRoom = async (on: Executor, now: number) => {
    for (const forgotten of (await findForgotten(on, { now })).rows)
      await removeForgotten(on, { now, ...forgotten });
    inserted += 1;
    if (inserted % between === 0) await removeSurplus(on, { rows, most: 2 * between });
  };

  const insert = async (on: Executor, state: RateLimitKey & RateLimitState, now: number) => {
    await makeRoom(on, now);
    return (await insertCount(on, state)).numAffectedRows === 1n;
  };

  const statesOn = (on: Executor): RateLimitMemory => ({
    find: async (key) => (await findCount(on, key)).rows[0],

    async count(key, window, now) {
      const { subject, action } = key;
      const { limit, end } = window;
      const [counted] = (await countInWindow(on, { subject, action, limit, end, now })).rows;
      // Perhaps a new row.
      if (counted?.count === 1) await makeRoom(on, now);
      return counted;
    },

    async swap(key, seen, next, now) {
      const { subject, action } = key;
      if (seen === undefined) return next === undefined || insert(on, { subject, action, ...next }, now);
      const expected = {
        subject,
        action,
        seenCount: seen.count,
        seenUntil: seen.until,
        seenPending: seen.pending,
      };
      const { numAffectedRows } =
        next === undefined
          ? await removeCount(on, expected)
          : await replaceCount(on, Object.assign(expected, next));
      return numAffectedRows === 1n;
    },
  });

  return {
    find: statesOn(reader).find,
    together: (work) => writeRelaxed((on) => work(statesOn(on))),
  };
}

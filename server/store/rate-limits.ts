import {
  clockToleranceMs,
  type RateLimitKey,
  type RateLimitMemory,
  type RateLimitState,
  type RateLimitStates,
  type RequestWindow,
} from '../security/throttle/throttle.ts';
import type { Engine } from './engine.ts';
import { sql } from './kysely.ts';
import { createStatement, type Executor } from './statement.ts';

// Every tenth new row removes at most this many expired rows, so that the table does not wait for a sweep.
const maximumSwept = 100;

type Seen = Readonly<Record<'seenCount' | 'seenUntil' | 'seenPending', number>>;

const findCount = createStatement(
  ({ subject, action }: RateLimitKey) => sql<RateLimitState>`
    select count, until, forget_at as "forgetAt", pending, pending_until as "pendingUntil"
    from rate_limits where subject = ${subject} and action = ${action}`,
);

const isSeen = ({ subject, action, seenCount, seenUntil, seenPending }: RateLimitKey & Seen) =>
  sql`subject = ${subject} and action = ${action}
    and count = ${seenCount} and until = ${seenUntil} and pending = ${seenPending}`;

const replaceCount = createStatement(
  (values: RateLimitKey & RateLimitState & Seen) => sql`
    update rate_limits set count = ${values.count}, until = ${values.until}, forget_at = ${values.forgetAt},
      pending = ${values.pending}, pending_until = ${values.pendingUntil}
    where ${isSeen(values)}`,
);

const insertCount = createStatement(
  (values: RateLimitKey & RateLimitState) => sql`
    insert into rate_limits (subject, action, count, until, forget_at, pending, pending_until)
    values (${values.subject}, ${values.action}, ${values.count}, ${values.until}, ${values.forgetAt},
      ${values.pending}, ${values.pendingUntil})
    on conflict (subject, action) do nothing`,
);

/** A window that ends after the latest end was begun by a clock that has been set back since. */
type Times = Readonly<Record<'now' | 'latestEnd', number>>;

/** Counts in the window, or in a new one after its end, unless it is full. */
const countInWindow = createStatement(
  ({ subject, action, limit, end, now, latestEnd }: RateLimitKey & RequestWindow & Times) => {
    const isOver = sql`(rate_limits.until <= ${now} or rate_limits.until > ${latestEnd})`;
    return sql<Pick<RateLimitState, 'count' | 'until'>>`
      insert into rate_limits (subject, action, count, until, forget_at)
      values (${subject}, ${action}, 1, ${end}, ${end})
      on conflict (subject, action) do update set
        count = case when ${isOver} then 1 else rate_limits.count + 1 end,
        until = case when ${isOver} then excluded.until else rate_limits.until end,
        forget_at = case when ${isOver} then excluded.forget_at else rate_limits.forget_at end
      where ${isOver} or rate_limits.count < ${limit}
      returning count, until`;
  },
);

const removeCount = createStatement(
  (values: RateLimitKey & Seen) => sql`delete from rate_limits where ${isSeen(values)}`,
);

// Without those that another process is counting or removing.
const removeForgotten = createStatement(({ now }: { readonly now: number }, creator) => {
  const forgotten = creator.selectFrom('rate_limits').select(['subject', 'action']);
  return sql`delete from rate_limits where (subject, action) in (
    ${forgotten.where('forget_at', '<=', now).limit(maximumSwept).forUpdate().skipLocked()})`;
});

/** Of the rows after the first `kept`, `spared` are kept too. */
type Surplus = Readonly<Record<'most' | 'kept' | 'spared' | 'examined', number>>;

// `forget_at > 0` is always true: it has the engines read the index. Only right passwords make rows that count codes.
const removeSurplus = createStatement(
  ({ most, kept, spared, examined }: Surplus) => sql`
    delete from rate_limits where (subject, action) in (
      select subject, action from (
        select subject, action, count, forget_at from rate_limits where forget_at > 0
        order by forget_at desc limit ${examined} offset ${kept}) as oldest
      order by action = 'code' desc, count desc, forget_at desc limit ${most} offset ${spared})`,
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
 * The counts of the rate limits. When strangers fill the table, of the counts that would expire first the lowest make room for
 * new ones, so that nobody can make the count of a victim's failed logins disappear.
 */
export function createRateLimits(
  { reader, writeRelaxed }: Pick<Engine, 'reader' | 'writeRelaxed'>,
  { rows, between }: RateLimitBounds = defaultBounds,
): RateLimitStates {
  let inserted = 0;
  const most = 2 * between;
  const spared = Math.min(rows, 20 * between);
  const surplus: Surplus = { most, kept: rows - spared, spared, examined: spared + most };

  const makeRoom = async (on: Executor, now: number) => {
    if (inserted % 10 === 0) await removeForgotten(on, { now });
    inserted += 1;
    if (inserted % between === 0) await removeSurplus(on, surplus);
  };

  const insert = async (on: Executor, state: RateLimitKey & RateLimitState, now: number) => {
    const isNew = (await insertCount(on, state)).numAffectedRows === 1n;
    if (isNew) await makeRoom(on, now);
    return isNew;
  };

  const statesOn = (on: Executor): RateLimitMemory => ({
    find: async (key) => (await findCount(on, key)).rows[0],

    async count(key, window, now) {
      const times = { now, latestEnd: window.end + clockToleranceMs };
      const [counted] = (await countInWindow(on, { ...key, ...window, ...times })).rows;
      // Perhaps a new row.
      if (counted?.count === 1) await makeRoom(on, now);
      return counted;
    },

    async swap(key, seen, next, now) {
      if (seen === undefined) return next === undefined || insert(on, { ...key, ...next }, now);
      const { count, until, pending } = seen;
      const expected = { ...key, seenCount: count, seenUntil: until, seenPending: pending };
      const { numAffectedRows } =
        next === undefined
          ? await removeCount(on, expected)
          : await replaceCount(on, Object.assign(expected, next));
      return numAffectedRows === 1n;
    },
  });

  return {
    find: statesOn(reader).find,
    together: (work, isPreferred) => writeRelaxed((on) => work(statesOn(on)), isPreferred),
  };
}

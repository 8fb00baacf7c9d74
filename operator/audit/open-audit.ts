import type { Kysely } from 'kysely';
import { identityKey } from '../../server/security/identity.ts';
import { chainOf } from '../../server/store/audit/record-event.ts';
import type { Reader } from '../../server/store/engine.ts';
import { appliedMigrations } from '../../server/store/migrations/migrate.ts';
import { openReader } from '../../server/store/open-engine.ts';
import { hidePassword } from '../../server/store/postgres/url.ts';
import type { Schema } from '../../server/store/schema.ts';
import { StoreError } from '../../server/store/store-error.ts';
import { type AuditRecord, byTime, readChain, readHeads, toRecord } from './rows.ts';
import { type VerifyOptions, verifyAudit } from './verify.ts';

/** The last event that was read of each chain. Events of one chain are in order. */
type Position = ReadonlyMap<number, number>;

export type AuditLog = ReturnType<typeof createAuditLog>;

function createAuditLog(reader: Reader & Pick<Kysely<Schema>, 'destroy'>) {
  const chains = async (accountId: string | undefined) =>
    (await readHeads(reader)).filter(
      ({ chain }) => accountId === undefined || chain === chainOf(accountId),
    );

  return {
    /** The last `count` events, oldest first, and the position after them. */
    async newest(count: number | 'all', accountId?: string) {
      const heads = await chains(accountId);
      const position = new Map(heads.map(({ chain, sequence }) => [chain, sequence]));
      if (count === 'all') return { events: allEvents(reader, position, accountId), position };
      return { events: lastEvents(reader, position, count, accountId), position };
    },

    /** Events after a position, in batches of one chain each. */
    async *since(position: Position, accountId?: string) {
      const reached = new Map(position);
      for (const { chain, sequence } of await chains(accountId)) {
        const after = reached.get(chain) ?? 0;
        if (sequence <= after) continue;
        let events: AuditRecord[] = [];
        for await (const row of readChain(reader, chain, after)) {
          reached.set(chain, row.sequence);
          if (accountId === undefined || row.account_id === accountId) events.push(toRecord(row));
          if (events.length < 1000) continue;
          yield { events, position: new Map(reached) };
          events = [];
        }
        yield { events, position: new Map(reached) };
      }
    },

    async findAccount(identity: string): Promise<string | undefined> {
      const row = await reader
        .selectFrom('accounts')
        .select('id')
        .where('identity_key', '=', identityKey(identity))
        .executeTakeFirst();
      return row?.id;
    },

    verify: (options?: VerifyOptions) => verifyAudit(reader, options),
    close: () => reader.destroy(),
  };
}

async function* lastEvents(
  reader: Reader,
  until: Position,
  count: number,
  accountId: string | undefined,
) {
  const events: AuditRecord[] = [];
  for (const [chain, sequence] of until) {
    const rows = await reader
      .selectFrom('audit_events')
      .selectAll()
      .where('chain', '=', chain)
      .where('sequence', '<=', sequence)
      .$if(accountId !== undefined, (some) => some.where('account_id', '=', accountId ?? null))
      .orderBy('sequence', 'desc')
      .limit(count)
      .execute();
    events.push(...rows.map(toRecord));
    events.sort(byTime).splice(0, events.length - count);
  }
  yield* events;
}

/** All chains merged by time, with at most one page of each in memory. */
async function* allEvents(reader: Reader, until: Position, accountId: string | undefined) {
  const walks = [...until].map(([chain, sequence]) =>
    chainEvents(reader, chain, sequence, accountId),
  );
  const waiting = await Promise.all(walks.map(async (walk) => ({ walk, next: await walk.next() })));
  for (;;) {
    let first: (typeof waiting)[number] | undefined;
    for (const one of waiting) {
      if (one.next.done) continue;
      if (first === undefined || first.next.done || byTime(one.next.value, first.next.value) < 0)
        first = one;
    }
    if (first === undefined || first.next.done) return;
    yield first.next.value;
    first.next = await first.walk.next();
  }
}

async function* chainEvents(
  reader: Reader,
  chain: number,
  until: number,
  accountId: string | undefined,
) {
  for await (const row of readChain(reader, chain, 0)) {
    if (row.sequence > until) return;
    if (accountId === undefined || row.account_id === accountId) yield toRecord(row);
  }
}

/** Opens the audit log of a database for reading. It changes nothing. @throws StoreError */
export async function openAudit({ database }: { readonly database: string }): Promise<AuditLog> {
  const reader = await openReader(database);
  try {
    const applied = await appliedMigrations(reader);
    if (!applied.includes('0001-initial'))
      throw new StoreError(
        'schema_too_old',
        `${hidePassword(database)} has no audit log yet: start 'account-access serve' once, which migrates the database`,
      );
    return createAuditLog(reader);
  } catch (error) {
    await reader.destroy();
    throw error;
  }
}

import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { findAnchors, formatAnchor } from '../../../operator/audit/anchor.ts';
import {
  type AuditReport,
  type VerifyOptions,
  verifyAudit,
} from '../../../operator/audit/verify.ts';
import { chainOf, hashEvent } from '../../../server/store/audit/record-event.ts';
import type { StoreTransaction } from '../../../server/store/engine.ts';
import { openEngine } from '../../../server/store/open-engine.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { createTestDatabase, onPostgres } from '../../support/server/database.ts';
import { addAccount, createKey, now } from './an-account.ts';

// The database itself rejects changes of the audit, until its triggers are dropped.
const unguard = {
  sqlite: [
    'pragma ignore_check_constraints = on',
    ...[
      'audit_events_never_updated',
      'audit_events_never_deleted',
      'audit_events_never_replaced',
      'audit_chains_never_shortened',
      'audit_chains_never_deleted',
    ].map((trigger) => `drop trigger ${trigger}`),
  ],
  postgres: [
    'set local session_replication_role = replica',
    'alter table audit_events drop constraint audit_events_sequence_check',
  ],
};

class Undo extends Error {}

const { remove, ...place } = await createTestDatabase();
const store = await openStore(place);
const { id } = await addAccount(store, 'ana@example.com');
for (let count = 0; count < 11; count += 1) await createKey(store, id, now + count);
for (const name of ['ben', 'cid', 'dan', 'eva']) await addAccount(store, `${name}@example.com`);
await store.close();
const engine = await openEngine(place);
afterAll(() => engine.close().then(remove));
/** The chain of an account with twelve events; others may be in it after these. */
const chain = chainOf(id);

/** What verification finds after somebody who can write the database has done this. It is undone then. */
async function verify(
  tampering: readonly string[] | ((transaction: StoreTransaction) => Promise<void>),
  options?: VerifyOptions,
): Promise<AuditReport> {
  let report: AuditReport | undefined;
  const attempt = engine.write(async (transaction) => {
    const statements = typeof tampering === 'function' ? [] : tampering;
    for (const statement of [...unguard[engine.kind], ...statements])
      await sql.raw(statement.replaceAll('$chain', String(chain))).execute(transaction);
    if (typeof tampering === 'function') await tampering(transaction);
    report = await verifyAudit(transaction, options);
    throw new Undo();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  if (report === undefined) throw new Error('nothing was verified');
  return report;
}

const where = (sequence: number) => `where chain = $chain and sequence = ${sequence}`;

test('an unchanged log is valid', async () => {
  const report = await verify([]);
  expect(report).toMatchObject({ intact: true, events: 16 });
  expect(report.chains.find((one) => one.chain === chain)?.events).toBeGreaterThanOrEqual(12);
});

test.each([
  ['at', 'at + 1'],
  ['account_id', "'usr_0000000000000000000000'"],
  ['actor', "'operator'"],
  ['trace_id', "'00000000000000000000000000000001'"],
  ['event', "'api_key_revoked'"],
  ['detail', "replace(detail, 'key_', 'kez_')"],
])('reports an event whose %s was changed', async (field, value) => {
  const report = await verify([`update audit_events set ${field} = ${value} ${where(5)}`]);
  expect(report.intact).toBe(false);
  expect(report.anchor).toBeUndefined();
  expect(report.chains.filter(({ broken }) => broken)).toEqual([
    { chain, events: 4, broken: { sequence: 5, problem: 'changed' } },
  ]);
});

const ways = {
  'an event is removed': [[`delete from audit_events ${where(5)}`], 5, 'missing'],
  'the first event is removed': [[`delete from audit_events ${where(1)}`], 1, 'missing'],
  'two events change places': [
    [
      `update audit_events set sequence = 99 ${where(5)}`,
      `update audit_events set sequence = 5 ${where(6)}`,
      `update audit_events set sequence = 6 ${where(99)}`,
    ],
    5,
    'changed',
  ],
  'an event is removed, and those after it move up': [
    [
      `delete from audit_events ${where(5)}`,
      'update audit_events set sequence = sequence - 1 where chain = $chain and sequence > 5',
      'update audit_chains set sequence = sequence - 1 where chain = $chain',
    ],
    5,
    'changed',
  ],
  'an event is put in again, at the end': [
    [
      `create temp table again as select * from audit_events ${where(5)}`,
      'update again set sequence = (select sequence + 1 from audit_chains where chain = $chain)',
      'insert into audit_events select * from again',
      'update audit_chains set sequence = sequence + 1 where chain = $chain',
    ],
    undefined,
    'changed',
  ],
  'the last events are removed': [
    ['delete from audit_events where chain = $chain and sequence > 7'],
    8,
    'cut',
  ],
  'all events of a chain are removed': [
    ['delete from audit_events where chain = $chain'],
    1,
    'cut',
  ],
  'an event is put in before the first': [
    [
      `create temp table again as select * from audit_events ${where(5)}`,
      'update again set sequence = 0',
      'insert into audit_events select * from again',
    ],
    0,
    'before_start',
  ],
  'the end is put back': [
    ['update audit_chains set sequence = 7 where chain = $chain'],
    8,
    'beyond_end',
  ],
  'the end has another hash': [
    [`update audit_chains set hash = '${'0'.repeat(64)}' where chain = $chain`],
    undefined,
    'end_changed',
  ],
  'the end is removed': [
    ['delete from audit_chains where chain = $chain'],
    undefined,
    'end_missing',
  ],
  'an event says that it was hashed in a way of the future': [
    [`update audit_events set format = 2 ${where(5)}`],
    5,
    'format_unknown',
  ],
} as const;

test.each(Object.entries(ways))(
  'when %s, it reports where',
  async (_way, [statements, sequence, problem]) => {
    const { intact, chains } = await verify(statements);
    expect(intact).toBe(false);
    const [broken, ...more] = chains.filter((one) => one.broken);
    expect(more).toEqual([]);
    expect(broken).toMatchObject({
      chain,
      broken: { problem, ...(sequence !== undefined && { sequence }) },
    });
  },
);

test('a rewritten event with a correct hash does not fit the next event', async () => {
  const { chains } = await verify(async (transaction) => {
    const row = await transaction
      .selectFrom('audit_events')
      .selectAll()
      .where('chain', '=', chain)
      .where('sequence', '=', 5)
      .executeTakeFirstOrThrow();
    const hash = hashEvent({ ...row, event: 'api_key_revoked' });
    await transaction
      .updateTable('audit_events')
      .set({ event: 'api_key_revoked', hash })
      .where('hash', '=', row.hash)
      .execute();
  });
  expect(chains[chain]?.broken).toEqual({ sequence: 6, problem: 'unlinked' });
});

test.each([16, -1, ...(onPostgres ? [] : [0.5])])(
  'reports events of a chain %d, which does not exist',
  async (other) => {
    const { chains } = await verify([`update audit_events set chain = ${other} ${where(12)}`]);
    expect(chains.filter(({ broken }) => broken).map((one) => one.chain)).toEqual([chain, other]);
  },
);

test('only an anchor shows that the last events were removed together with the end of the chain', async () => {
  const { anchor } = await verify([]);
  const text = anchor === undefined ? '' : `2026-01-01 ${formatAnchor(anchor)}, kept.\n`;
  const anchors = findAnchors(text).filter((found) => found !== undefined);
  expect(anchors).toEqual([anchor]);
  const shortened = [
    'delete from audit_events where chain = $chain and sequence > 7',
    `update audit_chains set sequence = 7, hash = (select hash from audit_events ${where(7)}) where chain = $chain`,
  ];
  expect(await verify(shortened)).toMatchObject({ intact: true });
  expect(await verify(shortened, { anchors })).toMatchObject({
    intact: false,
    anchors: ['shorter'],
  });
});

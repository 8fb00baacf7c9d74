import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Kysely, Migrator } from 'kysely';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAnchors, formatAnchor } from '../../server/store/audit-anchor.ts';
import { chainOf, hashEvent } from '../../server/store/audit-chain.ts';
import type { VerifyOptions } from '../../server/store/audit-verify.ts';
import { migrations } from '../../server/store/migrations/index.ts';
import { openAudit } from '../../server/store/open-audit.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { AuditEventsTable } from '../../server/store/schema.ts';
import { SharedSqliteDialect } from '../../server/store/sqlite/dialect.ts';
import { addAccount, createKey, now } from './an-account.ts';
import { temporaryFolder, temporaryStore } from './temporary-store.ts';

// An account with a chain of twelve events, and some others: `template` is copied for each test.
let template = '';
let chain = -1;

beforeAll(async () => {
  template = join(mkdtempSync(join(tmpdir(), 'account-access-')), 'template.db');
  const store = await openStore({ database: template });
  const { id } = await addAccount(store, 'ana@example.com');
  for (let count = 0; count < 11; count += 1) await createKey(store, id, now + count);
  for (const name of ['ben', 'cid', 'dan', 'eva']) await addAccount(store, `${name}@example.com`);
  await store.close();
  chain = chainOf(id);
});
afterAll(() => rmSync(dirname(template), { recursive: true, force: true }));

/** A copy of the database, without what keeps the audit from being changed, after these statements. */
function tampered(...statements: readonly string[]): string {
  const database = join(temporaryFolder(), 'test.db');
  for (const suffix of ['', '.secrets']) copyFileSync(template + suffix, database + suffix);
  const sqlite = new Libsql(database);
  for (const trigger of triggers) sqlite.exec(`drop trigger ${trigger}`);
  for (const statement of statements) sqlite.exec(statement.replaceAll('$chain', String(chain)));
  sqlite.close();
  return database;
}

const triggers = [
  'audit_events_never_updated',
  'audit_events_never_deleted',
  'audit_events_never_replaced',
  'audit_chains_never_shortened',
  'audit_chains_never_deleted',
];

async function verify(database: string, options?: VerifyOptions) {
  const audit = await openAudit({ database });
  try {
    return await audit.verify(options);
  } finally {
    await audit.close();
  }
}

const where = (sequence: number) => `where chain = $chain and sequence = ${sequence}`;

test('a log that nobody has touched is whole', async () => {
  const report = await verify(tampered());
  expect(report).toMatchObject({ intact: true, events: 16 });
  expect(report.chains.find((one) => one.chain === chain)?.events).toBeGreaterThanOrEqual(12);
});

const fields = {
  at: 'at + 1',
  account_id: "'usr_0000000000000000000000'",
  actor: "'operator'",
  trace_id: "'00000000000000000000000000000001'",
  event: "'api_key_revoked'",
  detail: "replace(detail, 'key_', 'kez_')",
};

test.each(Object.entries(fields))('an event whose %s was changed is told', async (field, value) => {
  const report = await verify(tampered(`update audit_events set ${field} = ${value} ${where(5)}`));
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
  'all events of a chain are removed': [['delete from audit_events where chain = $chain'], 1, 'cut'],
  'the end is put back': [['update audit_chains set sequence = 7 where chain = $chain'], 8, 'beyond_end'],
  'the end has another hash': [
    [`update audit_chains set hash = '${'0'.repeat(64)}' where chain = $chain`],
    undefined,
    'end_changed',
  ],
  'the end is removed': [['delete from audit_chains where chain = $chain'], undefined, 'end_missing'],
  'an event says that it was hashed in a way of the future': [
    [`update audit_events set format = 2 ${where(5)}`],
    5,
    'format_unknown',
  ],
} as const;

test.each(Object.entries(ways))(
  'when %s, it is told where',
  async (_way, [statements, sequence, problem]) => {
    const { intact, chains } = await verify(tampered(...statements));
    expect(intact).toBe(false);
    const [broken, ...more] = chains.filter((one) => one.broken);
    expect(more).toEqual([]);
    expect(broken).toMatchObject({ chain, broken: { problem, ...(sequence && { sequence }) } });
  },
);

test('an event that was made anew, with a right hash, does not fit what comes after it', async () => {
  const database = tampered();
  const sqlite = new Libsql(database);
  const select = sqlite.prepare(`select * from audit_events ${where(5)}`.replace('$chain', String(chain)));
  // The columns are those of the table.
  const row = select.get([]) as AuditEventsTable;
  const hash = hashEvent({ ...row, event: 'api_key_revoked' });
  sqlite.exec(
    `update audit_events set event = 'api_key_revoked', hash = '${hash}' where hash = '${row.hash}'`,
  );
  sqlite.close();
  const { chains } = await verify(database);
  expect(chains[chain]?.broken).toEqual({ sequence: 6, problem: 'unlinked' });
});

test('events in a chain that there is not are told', async () => {
  const { chains } = await verify(tampered(`update audit_events set chain = 16 ${where(12)}`));
  expect(chains.filter(({ broken }) => broken).map((one) => one.chain)).toEqual([chain, 16]);
});

test('the last events removed together with the end are told by an anchor alone', async () => {
  const { anchor } = await verify(template);
  const anchors = anchor === undefined ? [] : findAnchors(`2026-01-01 ${formatAnchor(anchor)}\n`);
  expect(anchors).toEqual([anchor]);
  const shortened = tampered(
    'delete from audit_events where chain = $chain and sequence > 7',
    `update audit_chains set sequence = 7, hash = (select hash from audit_events ${where(7)}) where chain = $chain`,
  );
  expect(await verify(shortened)).toMatchObject({ intact: true });
  expect(await verify(shortened, { anchors })).toMatchObject({ intact: false, anchors: ['shorter'] });
});

test('a log goes on from its anchor, and not from that of another database', async () => {
  const { anchor } = await verify(template);
  const anchors = anchor === undefined ? [] : [anchor];
  const database = tampered();
  const store = await openStore({ database });
  await addAccount(store, 'fay@example.com');
  await store.close();
  expect(await verify(database, { anchors })).toMatchObject({
    intact: true,
    events: 17,
    anchors: ['extended'],
  });
  const others = anchors.map((one) => ({ ...one, digest: '0'.repeat(64) }));
  expect(await verify(database, { anchors: others })).toMatchObject({
    intact: false,
    anchors: ['different'],
  });
});

test('the database refuses to change or remove an event, or to put an end back', async () => {
  const { database } = await temporaryStoreWithAnEvent();
  const sqlite = new Libsql(database);
  const refused = [
    'update audit_events set at = 0',
    'delete from audit_events',
    'insert or replace into audit_events select * from audit_events',
    'update audit_chains set sequence = sequence - 1 where sequence > 0',
    'delete from audit_chains',
  ];
  for (const statement of refused) expect(() => sqlite.exec(statement)).toThrow(/append-only|only ever grow/);
  sqlite.close();
  expect(await verify(database)).toMatchObject({ intact: true, events: 1 });
});

async function temporaryStoreWithAnEvent() {
  const store = await temporaryStore();
  await addAccount(store, 'ana@example.com');
  return store;
}

test('events from before there were chains are in them, in the order in which they happened', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const old = new Kysely<unknown>({ dialect: new SharedSqliteDialect(new Libsql(database)) });
  await new Migrator({ db: old, provider: { getMigrations: async () => migrations } }).migrateTo(
    '0002-brakes',
  );
  await old.destroy();
  const sqlite = new Libsql(database);
  const insert = sqlite.prepare(
    'insert into audit_events (at, account_id, event, detail) values (?, ?, ?, ?)',
  );
  sqlite.exec('begin');
  for (let count = 0; count < 2500; count += 1)
    insert.run([now + (count % 7), `usr_${count % 5}`, 'login_succeeded', '{"factor":"totp"}']);
  sqlite.exec('commit');
  sqlite.close();

  await (await openStore({ database })).close();
  expect(await verify(database)).toMatchObject({ intact: true, events: 2500 });
  const audit = await openAudit({ database });
  const times: number[] = [];
  for (let position: ReadonlyMap<number, number> = new Map(), done = false; !done; done = true) {
    for await (const batch of audit.since(position, 'usr_3')) {
      times.push(...batch.events.map(({ at }) => at - now));
      position = batch.position;
    }
  }
  await audit.close();
  expect(times).toEqual(Array.from({ length: 500 }, (_, index) => (index * 5 + 3) % 7));
});

test('a database of an earlier release is not brought up to date by looking at it', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const old = new Kysely<unknown>({ dialect: new SharedSqliteDialect(new Libsql(database)) });
  await new Migrator({ db: old, provider: { getMigrations: async () => migrations } }).migrateTo(
    '0002-brakes',
  );
  await old.destroy();
  await expect(openAudit({ database })).rejects.toMatchObject({ reason: 'schema_too_old' });
});

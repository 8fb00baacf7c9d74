import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { type MoveOptions, moveRows } from '../../operator/move/move-rows.ts';
import { openStore } from '../../server/store/open-store.ts';
import { isPostgresUrl } from '../../server/store/postgres/url.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { plantStatements } from '../server/faults/postgres-statements.ts';
import { addAccount, createKey, find, mfa, now } from '../server/store/an-account.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { internalOf, introspect } from '../support/http/internal-listener.ts';
import { withLongTimeouts } from '../support/postgres/long-timeouts.ts';
import { fakeTimers, hours } from '../support/server/clock.ts';
import {
  argumentsOf,
  type DatabasePaths,
  onPostgres,
  tamper,
  temporaryDatabase,
  temporaryFolder,
  verifyAudit,
} from '../support/server/database.ts';
import { addPersonWithMfa, credentialsOf } from '../support/server/people.ts';
import { startTestServer } from '../support/server/test-server.ts';
import { setVariables } from '../support/set-variables.ts';

const anSqliteFile = async (): Promise<DatabasePaths> => {
  const folder = temporaryFolder();
  return { database: join(folder, 'test.db'), secrets: join(folder, 'secrets') };
};
type Make = () => Promise<DatabasePaths>;
const ways: readonly [name: string, makeOne: Make, makeOther: Make][] = onPostgres
  ? [
      ['SQLite to PostgreSQL', anSqliteFile, temporaryDatabase],
      ['PostgreSQL to SQLite', temporaryDatabase, anSqliteFile],
    ]
  : [['SQLite to SQLite', anSqliteFile, anSqliteFile]];

/** As another process finds it: what this one has had open, SQLite lets go of some time later. */
async function asFound(place: DatabasePaths): Promise<DatabasePaths> {
  if (isPostgresUrl(place.database)) return place;
  const { database } = await anSqliteFile();
  copyFileSync(place.database, database);
  return { ...place, database };
}

const serve = (place: DatabasePaths) =>
  startTestServer({
    config: {
      ...place,
      internal: { listen: '127.0.0.1:0', credentialFile: `${place.secrets}.internal` },
    },
  });

test.each(ways)(
  'after a move from %s all users, keys and tokens continue to work',
  async (_name, makeOne, makeOther) => {
    const [one, other] = [await makeOne(), await makeOther()];
    const before = await serve(one);
    const person = await addPersonWithMfa(before);
    const [first = '', second = ''] = person.recoveryCodes;
    const token = await tokenOf(before, { ...credentialsOf(person), otp: first });
    const made = await generate(before, token, { description: 'Ключ 🔑' }, 'a value');
    const ended = await generate(before, token);
    const revokedAt = textIn(await revoke(before, token, textIn(ended, 'id')), 'revoked_at');
    await before.close();
    const events = (await verifyAudit(one.database)).events;

    const { database: from } = await asFound(one);
    expect(await moveRows({ from, to: other.database, secrets: one.secrets, now })).toMatchObject({
      accounts: 1,
      recovery_codes: 10,
      access_tokens: 1,
      api_keys: 2,
      idempotency_records: 1,
    });
    // The move itself is one of them.
    expect(await verifyAudit(other.database)).toMatchObject({ intact: true, events: events + 1 });

    const after = await serve({ database: other.database, secrets: one.secrets });
    const internal = internalOf(after);
    expect(await introspect(internal, textIn(made, 'api_key'))).toMatchObject({
      active: true,
      description: 'Ключ 🔑',
    });
    expect(await introspect(internal, textIn(ended, 'api_key'))).toEqual({ active: false });
    expect((await generate(after, token, { description: 'Ключ 🔑' }, 'a value')).data).toEqual(
      made.data,
    );
    expect(textIn(await revoke(after, token, textIn(ended, 'id')), 'revoked_at')).toBe(revokedAt);
    const login = (otp: string) => logIn(after, { ...credentialsOf(person), otp });
    expect([(await login(first)).reason, (await login(second)).reason]).toEqual([
      'otp_invalid',
      undefined,
    ]);
    await after.close();
  },
);

/** A database with a few accounts, of which some have more rows than are copied at once. */
async function filled({ accounts = 2, keys = 0 } = {}): Promise<DatabasePaths> {
  const place = await temporaryDatabase();
  const store = await openStore(place);
  for (let count = 0; count < accounts; count += 1)
    await addAccount(store, `a${count}@example.com`, { mfa });
  const { id } = await find(store, 'a0@example.com');
  for (let count = 0; count < keys; count += 1) await createKey(store, id, now + count);
  await store.close();
  return asFound(place);
}

const move = (from: DatabasePaths, to: string, more: Partial<MoveOptions> = {}) =>
  moveRows({ from: from.database, to, secrets: from.secrets, now, ...more });

test('more rows than one batch are copied, each of them once, with the same counts', async () => {
  const from = await filled({ keys: 100 });
  const insert = `insert into rate_limits (subject, action, count, until, forget_at)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1203)
    select 's' || n, 'login', n, 0, 0 from numbers`;
  await tamper(from.database, insert);
  const to = await temporaryDatabase();
  expect(await move(await asFound(from), to.database)).toMatchObject({
    api_keys: 100,
    rate_limits: 1203,
  });
  const store = await openStore({ database: to.database, secrets: from.secrets });
  const { id } = await find(store, 'a0@example.com');
  expect(await store.apiKeys.list(id, now)).toHaveLength(100);
  expect((await createKey(store, id)).outcome).toBe('limit_reached');
  await store.close();
});

test('rejects a target database that is not empty', async () => {
  const [from, to] = [await filled(), await filled({ accounts: 1 })];
  await expect(move(from, to.database)).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'not_empty',
  });
  const again = await asFound(from);
  await expect(move(again, again.database)).rejects.toMatchObject({ reason: 'not_empty' });
});

test('a database that a service has open is not moved', async () => {
  const from = await filled();
  const store = await openStore({
    ...from,
    database: from.database.replace('?', '?application_name=node-1&'),
  });
  fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await store.health.read();
  // It is idle for long.
  vi.advanceTimersByTime(hours(1));
  vi.useRealTimers();
  const to = await temporaryDatabase();
  await expect(move(from, to.database)).rejects.toMatchObject({ reason: 'database_in_use' });
  await store.close();
  expect(await move(await asFound(from), to.database)).toMatchObject({ accounts: 2 });
});

test.runIf(onPostgres)('a service that is just stopping is waited for', async () => {
  const from = await filled();
  const service = new pg.Client({
    connectionString: from.database,
    application_name: 'account-access',
  });
  await service.connect();
  let looks = 0;
  plantStatements().plant((_nth, text) => {
    if (!text.includes('pg_stat_activity')) return undefined;
    looks += 1;
    // The first look has found it; before the second it goes.
    if (looks !== 2) return undefined;
    return async (_client, send) => {
      await service.end();
      return send();
    };
  });
  expect(await move(from, (await temporaryDatabase()).database)).toMatchObject({ accounts: 2 });
  // The sessions that made the database may not be gone at the second look.
  expect(looks).toBeGreaterThanOrEqual(2);
});

// While one audit log is read, the other database waits.
test.runIf(onPostgres)('a move has no time limits, whatever the URLs say', async () => {
  const hurried = ({ database, secrets }: DatabasePaths): DatabasePaths => ({
    secrets,
    database: withLongTimeouts(database, { idle_in_transaction_session_timeout: '1ms' }),
  });
  const moved = move(hurried(await filled()), hurried(await temporaryDatabase()).database);
  expect(await moved).toMatchObject({ accounts: 2 });
});

test.each([
  ['the audit is broken', "update audit_events set event = 'api_key_revoked' where sequence = 1"],
  [
    'a secret is unreadable',
    'update accounts set totp_secret = (select max(totp_secret) from accounts)',
  ],
])('where %s nothing is moved, and the error says so', async (_name, statement) => {
  const [from, to] = [await filled(), await temporaryDatabase()];
  const guard = onPostgres
    ? 'set session_replication_role = replica'
    : 'drop trigger audit_events_never_updated';
  await tamper(from.database, `${guard}; ${statement}`);
  await expect(move(await asFound(from), to.database)).rejects.toMatchObject({
    name: 'StoreError',
    reason: 'copy_differs',
  });
  // Another one goes there all the same: it is empty.
  expect(await move(await filled(), to.database)).toMatchObject({ accounts: 2 });
});

test('key material that cannot be decrypted prevents a move until it expires, and the error names its column', async () => {
  const [place, to] = [await filled(), await temporaryDatabase()];
  const store = await openStore(place);
  const { id } = await find(store, 'a0@example.com');
  const repeatable = { idempotencyKey: 'a value', keyMaterial: 'key material', until: now + 1 };
  await createKey(store, id, now, { repeatable });
  await store.close();
  const from = await asFound(place);
  await tamper(from.database, "update idempotency_records set key_material = 'AAAA'");
  await expect(move(await asFound(from), to.database)).rejects.toMatchObject({
    reason: 'copy_differs',
    message: expect.stringContaining(
      `idempotency_records.key_material of account ${id} cannot be decrypted`,
    ),
  });
  const moved = await move(await asFound(from), to.database, { now: now + 1 });
  expect(moved).toMatchObject({ idempotency_records: 1 });
});

test('the secrets file must be the one that the database is encrypted with', async () => {
  const [from, another, to] = [await filled(), await filled(), await temporaryDatabase()];
  const moving = move(from, to.database, { secrets: another.secrets });
  await expect(moving).rejects.toMatchObject({ name: 'SecretsError' });
});

test('the command prints what it moved, and which secrets file belongs to it', async () => {
  const from = await filled();
  const to = await temporaryDatabase();
  setVariables({ ACCOUNT_ACCESS_MOVE_TO: to.database });
  const { code, stdout, stderr } = await commandLine(['move', ...argumentsOf(from), '--json']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ accounts: 2, recovery_codes: 4 });
  expect(stderr).toContain(`give --secrets ${from.secrets} to 'serve' and to all other commands`);
  if (!onPostgres) expect(existsSync(to.database)).toBe(true);
});

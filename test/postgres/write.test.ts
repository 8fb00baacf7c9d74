import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createCredential } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/credential-hashes.ts';
import { createId } from '../../server/security/random.ts';
import type { Store } from '../../server/store/open-store.ts';
import { collisions, isBegin, plantPostgresFaults } from '../server/faults/postgres-faults.ts';
import { changes, rowsOf } from '../server/faults/rows.ts';
import { longScenes, sceneOf } from '../server/faults/scenes.ts';
import { addAccount, now } from '../server/store/an-account.ts';
import { passTime, seconds } from '../support/server/clock.ts';
import {
  openUntilEnd,
  temporaryDatabase,
  temporaryStore,
  verifyAudit,
} from '../support/server/database.ts';
import { serverForTest } from '../support/server/test-server.ts';
import { startPgBouncer, withoutPgBouncer } from './pgbouncer.ts';

const addAccounts = (store: Store, count: number) =>
  Promise.all(
    Array.from(
      { length: count },
      async (_, index) => (await addAccount(store, `user-${index}@example.com`)).id,
    ),
  );

/** Stores a key. Its result is the outcome, or the message of the error. */
function create(store: Store, accountId: string): Promise<unknown> {
  const key = createCredential('apiKey', randomBytes);
  return store.apiKeys
    .create({
      ...{
        accountId,
        limit: 100,
        revision: 1,
        description: undefined,
        createdAt: now,
        traceId: 'trace',
      },
      ...{
        id: createId('key', randomBytes),
        keyHash: hashCredential(key),
        keyPrefix: key.slice(0, 12),
      },
    })
    .catch((error: unknown) => (error instanceof Error ? error.message : error));
}

test('while another session has locked some accounts, changes of others are made', async () => {
  const store = await temporaryStore();
  const accounts = await addAccounts(store, 12);
  const [locked, others] = [accounts.slice(0, 4), accounts.slice(4)];
  const other = new pg.Client({ connectionString: store.database });
  // Also when the test fails: the store could not close while the accounts are locked.
  onTestFinished(() => other.end());
  await other.connect();
  await other.query('begin');
  await other.query('select id from accounts where id = any($1) for update', [locked]);
  const waiting: Promise<unknown>[] = [];
  // More than there are connections.
  for (const id of [...locked, ...locked, ...locked]) {
    // It shares a transaction with others, which do not wait for it.
    waiting.push(create(store, id));
    expect(await Promise.all(others.map((free) => create(store, free)))).toEqual(
      others.map(() => 'created'),
    );
  }
  await other.query('rollback');
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'created'));
});

test.skipIf(withoutPgBouncer)(
  'behind PgBouncer no statement is prepared, and each change is in a transaction with its settings',
  async () => {
    const planted = plantPostgresFaults();
    const { database, secrets } = await temporaryDatabase();
    const pooled = await startPgBouncer(database);
    const store = await openUntilEnd({ database: pooled.database, secrets });
    const accounts = await addAccounts(store, 20);
    planted.restore();
    expect(await create(store, accounts[0] ?? '')).toBe('created');
    expect(planted.texts()[0]).toMatch(/^begin; select set_config\('synchronous_commit'/);
    expect(planted.texts().at(-1)).toBe('commit');
    const outcomes = await Promise.all(accounts.map((id) => create(store, id)));
    expect(outcomes).toEqual(accounts.map(() => 'created'));
    expect(planted.names()).toEqual([]);
    expect(await verifyAudit(database)).toMatchObject({ intact: true, events: 41 });
  },
);

test.each(longScenes)(
  '%s: transactions that collide are done again, once, and nobody hears of it',
  async (name) => {
    const planted = plantPostgresFaults();
    const server = await serverForTest();
    const look = await rowsOf(server.database);
    const first = await sceneOf(server, name);
    const untouched = await look();
    planted.restore();
    expect((await first()).reason).toBeUndefined();
    const texts = planted.texts();
    const usual = changes(untouched, await look());
    expect(Object.keys(usual)).toContain('audit_events');

    // From the `begin` to the `commit`: what is outside of transactions collides with nothing.
    const kinds = Object.keys(collisions);
    for (let nth = texts.findIndex(isBegin) + 1; nth <= texts.length; nth += 1) {
      const call = await sceneOf(server, name);
      const before = await look();
      const kind = kinds[nth % kinds.length] ?? 'deadlock';
      planted.failAt(nth, kind);
      expect((await call()).reason, `${kind} at statement ${nth}`).toBeUndefined();
      expect(planted.texts().filter(isBegin)).toHaveLength(2);
      planted.restore();
      expect(changes(before, await look()), `${kind} at statement ${nth}`).toEqual(usual);
    }
  },
);

test('returns 503 for transactions that always collide, and succeeds when they no longer do', async () => {
  const planted = plantPostgresFaults();
  const server = await serverForTest();
  const call = await sceneOf(server, 'generation of a key');
  const look = await rowsOf(server.database);
  const before = await look();
  planted.failEachCommit('deadlock');
  const failed = call();
  await expect.poll(() => planted.texts().filter(isBegin).length).toBeGreaterThan(1);
  passTime(seconds(11));
  expect((await failed).reason).toBe('unavailable');
  planted.restore();
  expect(await look()).toEqual(before);
  expect((await call()).reason).toBeUndefined();
});

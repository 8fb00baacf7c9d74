import { expect, test } from 'vitest';
import { sweepAll } from '../../operator/run/sweeping.ts';
import { openStore } from '../../server/store/open-store.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { addAccount, logIn, now } from '../server/store/an-account.ts';
import { temporaryStore } from '../server/store/temporary-store.ts';
import { generate, tokenOf } from '../support/http/call-operations.ts';
import { hours } from '../support/server/clock.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

function count(database: string, table: 'access_tokens' | 'api_keys' | 'idempotency_records'): number {
  const sqlite = new Sqlite(database);
  // The query selects this column.
  const [row] = sqlite.prepare(`select count(*) as rows from ${table}`).all([]) as { rows: number }[];
  sqlite.close();
  return row?.rows ?? 0;
}

test('a server removes expired tokens, what remembers an Idempotency-Key after 24 hours, and nothing else', async () => {
  const server = await serverForTest({ config: { sweeping: { firstMs: 5, everyMs: 5 } } });
  // Two, because a login removes the expired tokens of its own account.
  const [old, young] = [await addPerson(server), await addPerson(server)];
  await generate(server, await tokenOf(server, credentialsOf(old)), {}, 'old');
  server.clock.advance(hours(1));
  const made = await generate(server, await tokenOf(server, credentialsOf(young)), {}, 'young');
  const swept = (what: object) => expect.objectContaining({ msg: 'swept', ...what });
  await expect.poll(() => server.log.lines()).toContainEqual(swept({ accessTokens: 1 }));
  expect(count(server.database, 'access_tokens')).toBe(1);
  server.clock.advance(hours(23));
  await expect.poll(() => server.log.lines()).toContainEqual(swept({ idempotencyRecords: 1 }));
  expect(count(server.database, 'idempotency_records')).toBe(1);
  const token = await tokenOf(server, credentialsOf(young));
  expect((await generate(server, token, {}, 'young')).data).toEqual(made.data);
  expect(count(server.database, 'api_keys')).toBe(2);
});

test('two processes can sweep at once: expired rows are removed once, others stay', async () => {
  const store = await temporaryStore();
  const other = await openStore(store);
  const account = await addAccount(store, 'ana@example.com');
  const sqlite = new Sqlite(store.database);
  sqlite.exec('begin');
  const token = sqlite.prepare('insert into access_tokens values (?, ?, ?, ?)');
  const insert = sqlite.prepare(
    'insert into rate_limits (subject, action, count, until, forget_at) values (?, ?, 1, ?, ?)',
  );
  for (let index = 0; index < 500; index += 1) {
    token.run([`over ${index}`, account.id, now - 9, now - (index % 3)]);
    insert.run([`over ${index}`, 'login', now, now - (index % 3)]);
  }
  insert.run(['lives', 'login', now, now + 1]);
  sqlite.exec('commit');
  sqlite.close();
  const { isLive } = await logIn(store, await addAccount(store, 'ben@example.com'));

  const swept = await Promise.all([store, other].map(({ sweep }) => sweepAll(sweep, () => now)));
  await other.close();
  expect(swept.reduce((sum, { accessTokens }) => sum + accessTokens, 0)).toBe(500);
  expect(swept.reduce((sum, { rateLimits }) => sum + rateLimits, 0)).toBe(500);
  expect(await isLive()).toBe(true);
  expect(await store.rateLimits.find({ subject: 'lives', action: 'login' })).toMatchObject({ count: 1 });
});

test('an operator sweeps without a service', async () => {
  const store = await temporaryStore();
  // It goes by the machine's clock, whatever that is.
  await logIn(store, await addAccount(store, 'ana@example.com'), undefined, Date.now() - hours(2));
  const { code, stderr } = await commandLine(['sweep', '--database', store.database]);
  expect(code).toBe(0);
  expect(stderr).toBe(
    'Removed 1 expired access tokens, 0 expired rate-limit counts and 0 expired idempotency records.\n',
  );
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { sweepAll } from '../../operator/run/sweeping.ts';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { logIn, revoke } from '../support/http/call-operations.ts';
import { internalOf, introspect } from '../support/http/internal-listener.ts';
import { hours } from '../support/server/clock.ts';
import { addKeyOwner, addPersonWithMfa, codeOf, credentialsOf } from '../support/server/people.ts';
import { serverForTest, type TestServer } from '../support/server/test-server.ts';

// What SQLite would have to read row by row, or sort, costs the more the more there is of it.
const grows = /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES)|TEMP B-TREE/;

// A row for each cost that passwords were ever hashed at, and the tokens of an account that a login deletes.
const few = ['SCAN password_costs', 'SCAN surplus'];

/** What grows in the plan of each statement. */
function growing(sqlite: Sqlite, statements: Iterable<string>): string[] {
  return [...statements].flatMap((statement) => {
    // Their columns are those of https://www.sqlite.org/eqp.html
    const steps = sqlite.prepare(`explain query plan ${statement}`).all([]) as { detail: string }[];
    return steps
      .map(({ detail }) => detail)
      .filter((detail) => grows.test(detail) && !few.some((known) => detail.startsWith(known)))
      .map((detail) => `${detail}: ${statement}`);
  });
}

/** What the triggers do, with a parameter for each value of the row that sets them off. */
function triggerStatements(sqlite: Sqlite): string[] {
  const rows = sqlite.prepare("select sql from sqlite_schema where type = 'trigger'").all([]) as {
    sql: string;
  }[];
  return rows.flatMap(({ sql }) =>
    sql
      .slice(sql.search(/\bbegin\b/) + 'begin'.length, sql.lastIndexOf('end'))
      .split(';')
      .map((statement) => statement.trim().replaceAll(/\b(new|old)\.\w+/g, '?'))
      .filter((statement) => statement !== '' && !statement.startsWith('select raise')),
  );
}

async function useAll(server: TestServer): Promise<void> {
  const { person, token, id, key } = await addKeyOwner(server);
  const internal = internalOf(server);
  await introspect(internal, token);
  await introspect(internal, key);
  await revoke(server, token, id);
  await revoke(server, token, id);
  await logIn(server, { ...credentialsOf(person), password: 'wrong' });

  const careful = await addPersonWithMfa(server);
  await logIn(server, { ...credentialsOf(careful), otp: '000000' });
  await logIn(server, { ...credentialsOf(careful), otp: codeOf(careful, server) });
  await logIn(server, { ...credentialsOf(careful), otp: careful.recoveryCodes[0] });

  await server.store.health.read();
  await server.store.health.write();
  server.clock.advance(hours(100));
  await sweepAll(server.store.sweep, server.clock.now);
  await logIn(server, credentialsOf(person));
}

test('no statement of a request or of sweeping reads a table row by row, or sorts', async () => {
  // What anything in this process prepares.
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  const server = await serverForTest({
    rateLimits: true,
    config: { internal: { listen: '127.0.0.1:0' } },
  });
  // Those of opening the database, which each start runs once.
  prepare.mockClear();
  await useAll(server);

  const sqlite = new Sqlite(server.database);
  onTestFinished(() => {
    sqlite.close();
  });
  const sent = [...new Set(prepare.mock.calls.map(([statement]) => statement))];
  expect(sent.length).toBeGreaterThan(20);
  expect(growing(sqlite, sent)).toEqual([]);
  const triggered = triggerStatements(sqlite);
  expect(triggered.length).toBeGreaterThan(4);
  expect(growing(sqlite, triggered)).toEqual([]);

  const ofKeys = (rest: string) => growing(sqlite, [`select id from api_keys where ${rest}`]);
  expect(ofKeys('description = ?')).toHaveLength(1);
  expect(ofKeys('account_id = ? order by description')).toHaveLength(1);
});

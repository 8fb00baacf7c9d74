import { expect, onTestFinished, test } from 'vitest';
import { plantPostgresFaults } from '../server/faults/postgres-faults.ts';
import { plantStatements } from '../server/faults/postgres-statements.ts';
import { changes, rowsOf } from '../server/faults/rows.ts';
import { sceneNames, sceneOf } from '../server/faults/scenes.ts';
import { generate, tokenOf } from '../support/http/call-operations.ts';
import { withLongTimeouts } from '../support/postgres/long-timeouts.ts';
import { inspect, temporaryDatabase } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

// The result of a second call, after the first one succeeded and its response was lost.
const again: Readonly<Record<string, string>> = {
  'login with a code': 'otp_invalid',
  'login with a recovery code': 'otp_invalid',
};

/** Whether a second call generates nothing more than the first one. */
const isRepeatable = (name: string) => name.includes('Idempotency-Key');

test.each(sceneNames)(
  '%s: when its connection is lost as it commits, it is done wholly or not at all',
  async (name) => {
    const planted = plantPostgresFaults();
    const server = await serverForTest();
    const look = await rowsOf(server.database);
    const undisturbed = await sceneOf(server, name);
    const untouched = await look();
    expect((await undisturbed()).reason).toBeUndefined();
    const whole = changes(untouched, await look());

    for (const [lose, ends] of [
      [planted.loseNextCommit, [whole]],
      [planted.cutNextCommit, [whole, {}]],
    ] as const) {
      const call = await sceneOf(server, name);
      const before = await look();
      lose();
      expect((await call()).reason).toBe('unavailable');
      await sessionsToRest(server.database);
      const done = changes(before, await look());
      expect(ends).toContainEqual(done);
      const isDone = Object.keys(done).length > 0;
      expect((await call()).reason).toBe(isDone ? again[name] : undefined);
      // An event records the repetition, if it was one.
      if (isRepeatable(name))
        expect(changes(before, await look())).toEqual({ ...whole, audit_events: isDone ? 2 : 1 });
    }
  },
);

test('waits once for a server that hangs in a transaction, and the next calls succeed', async () => {
  const { database, secrets } = await temporaryDatabase();
  const statements = plantStatements();
  const patient = withLongTimeouts(database, { query_timeout: undefined });
  const server = await serverForTest({ config: { database: patient, secrets } });
  const calls = [await addPerson(server), await addPerson(server)].map(async (person) => {
    const token = await tokenOf(server, credentialsOf(person));
    return () => generate(server, token, undefined, person.id);
  });
  const [call, callOfOther] = await Promise.all(calls);
  const look = await rowsOf(database);
  const before = await look();
  const stopped: number[] = [];
  const wake = () => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  };
  onTestFinished(wake);
  statements.plant((_nth, text) =>
    text.startsWith('begin') && stopped.length === 0
      ? async (client, send) => {
          const response = await send();
          const parameters: unknown = Reflect.get(client, 'connectionParameters');
          // The service waits 15 seconds. The test need not wait that long for the process that it stops.
          expect(parameters).toMatchObject({ query_timeout: 15_000 });
          Reflect.set(Object(parameters), 'query_timeout', 500);
          const pid = Number(Reflect.get(client, 'processID'));
          process.kill(pid, 'SIGSTOP');
          stopped.push(pid);
          return response;
        }
      : undefined,
  );
  expect((await call?.())?.reason).toBe('unavailable');
  expect(stopped).toHaveLength(1);
  // A rollback would have been waited for as long again.
  expect(statements.texts()).not.toContain('rollback');
  // The process still has the lock of the account, so that only calls of others succeed until it ends.
  expect((await callOfOther?.())?.httpStatus).toBe(200);
  const done = await look();
  wake();
  await sessionsToRest(database);
  expect(await look()).toEqual(done);
  expect(changes(before, done)).toMatchObject({ api_keys: 1 });
  statements.plant(() => undefined);
  expect((await call?.())?.httpStatus).toBe(200);
});

/** What was sent before a connection was lost is done without anybody who waits for it. */
async function sessionsToRest(database: string): Promise<void> {
  const busy = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'account-access' and state <> 'idle'`;
  await expect.poll(() => inspect(database, busy)).toEqual([]);
}

import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { secretsStatus } from '../../operator/secrets/secrets.ts';
import { commandLine } from '../bin/support/in-process.ts';
import { serveInChild } from '../support/command/run-command.ts';
import { generate, tokenOf } from '../support/http/call-operations.ts';
import {
  argumentsOf,
  inspect,
  tamper,
  temporaryDatabase,
  temporaryFolder,
} from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { secretsOf } from '../support/server/secrets.ts';
import { serverForTest } from '../support/server/test-server.ts';

test('the password of the database is in no log, no banner and no list of processes', async () => {
  const place = await temporaryDatabase();
  const { password } = new URL(place.database);
  const database = place.database.replace('postgres:', 'Postgres:');
  const cwd = temporaryFolder();
  const server = await serveInChild(
    ['--demo', '--internal', '127.0.0.1:0', ...argumentsOf({ ...place, database })],
    { cwd },
  );
  await server.says('Log in, generate a key');
  expect(server.stderr()).toContain('the password in --database postgres://keeper@127.0.0.1');
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${server.process.pid}/cmdline`, 'utf8')).not.toContain(password);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(readdirSync(cwd)).toEqual(['data']);
  expect(server.stdout() + server.stderr()).not.toContain(password);
});

test('reports in one line a database that fails during a command, with exit code 1', async () => {
  const { database, secrets } = await temporaryDatabase();
  const name = new URL(database).pathname.slice(1);
  await tamper(database, `alter database ${name} set default_transaction_read_only = on`);
  const { code, stderr } = await commandLine([
    'accounts',
    'list',
    ...argumentsOf({ database, secrets }),
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: the database cannot be used: [^\n]+ in a read-only transaction\n$/m,
  );
});

test('a rotation that continues also rewrites key material that another transaction commits meanwhile', async () => {
  const place = await temporaryDatabase();
  const server = await serverForTest({ config: place });
  const person = await addPerson(server);
  await generate(server, await tokenOf(server, credentialsOf(person)), {}, 'a value');
  const [record] = await inspect(place.database, 'select key_material from idempotency_records');
  const secrets = await secretsOf(place);
  await secrets.rotate();

  // A request that encrypted its key material before the rotation, and has not committed yet. All else has the new key.
  const client = new pg.Client({ connectionString: place.database });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('select id from accounts where id = $1 for update', [person.id]);
  await client.query('update idempotency_records set key_material = $1', [
    Object(record).key_material,
  ]);
  const rotating = secrets.rotate(true);
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => inspect(place.database, waiting)).toHaveLength(1);
  await client.query('commit');

  expect((await rotating).rewritten).toBe(1);
  const statuses = await secretsStatus(secrets);
  expect(statuses.map(({ current, idempotencyRecords }) => [current, idempotencyRecords])).toEqual([
    [false, 0],
    [true, 1],
  ]);
});

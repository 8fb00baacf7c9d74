import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openSecrets } from '../../operator/secrets/open-secrets.ts';
import { rotateSecrets, secretsStatus } from '../../operator/secrets/secrets.ts';
import { temporaryDatabase } from '../server/store/temporary-store.ts';
import { generate, tokenOf } from '../support/http/call-operations.ts';
import { inspect } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

test('a rotation that continues also rewrites a seed that another transaction commits meanwhile', async () => {
  const place = await temporaryDatabase();
  const server = await serverForTest({ config: place });
  const person = await addPerson(server);
  await generate(server, await tokenOf(server, credentialsOf(person)), {}, 'a value');
  const [record] = await inspect(place.database, 'select seed from idempotency_records');
  const secrets = await openSecrets(place);
  onTestFinished(() => secrets.close());
  const rotation = { random: randomBytes, now: Date.now };
  await rotateSecrets(secrets, { ...rotation, resume: false });

  // A request that encrypted its seed before the rotation, and has not committed yet. All else has the new key.
  const client = new pg.Client({ connectionString: place.database });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('select id from accounts where id = $1 for update', [person.id]);
  await client.query('update idempotency_records set seed = $1', [Object(record).seed]);
  const rotating = rotateSecrets(secrets, { ...rotation, resume: true });
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => inspect(place.database, waiting)).toHaveLength(1);
  await client.query('commit');

  expect((await rotating).rewritten).toBe(1);
  const statuses = await secretsStatus(secrets);
  expect(statuses.map(({ current, idempotencySeeds }) => [current, idempotencySeeds])).toEqual([
    [false, 0],
    [true, 1],
  ]);
});

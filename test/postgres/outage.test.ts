import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabase } from '../server/store/temporary-store.ts';
import { generate, logIn, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';
import { linkTo } from './a-link.ts';
import { command, hangUp, nameOf } from './hang-up.ts';

async function serverOn(database: string, secrets: string): Promise<TestServer> {
  const server = await startTestServer({ config: { database, secrets } });
  onTestFinished(() => server.close());
  return server;
}

test('returns 200 or 503 for every request when the connections to the database are cut', async () => {
  const { database, secrets } = await temporaryDatabase();
  const link = await linkTo(database);
  const server = await serverOn(link.database, secrets);
  const token = await tokenOf(server, credentialsOf(await addPerson(server)));
  const responses = Array.from({ length: 30 }, () => generate(server, token));
  await Promise.race(responses);
  await link.cut();
  const statuses = (await Promise.all(responses)).map(({ httpStatus }) => httpStatus);
  for (const status of statuses) expect([200, 503]).toContain(status);
  await link.restore();
  expect((await generate(server, token)).httpStatus).toBe(200);
});

test('returns 503 while the database is read-only, and continues without a restart', async () => {
  const { database, secrets } = await temporaryDatabase();
  const server = await serverOn(database, secrets);
  const token = await tokenOf(server, credentialsOf(await addPerson(server)));
  const statusOfNext = async () => (await generate(server, token)).httpStatus;
  const name = nameOf(database);
  await command(database, `alter database ${name} set default_transaction_read_only = on`);
  // The setting is for new sessions.
  await hangUp(database);
  for (let turn = 1; turn <= 10; turn += 1) expect(await statusOfNext()).toBe(503);
  await command(database, `alter database ${name} reset default_transaction_read_only`);
  await expect.poll(statusOfNext).toBe(200);
});

test('the service recovers when its idle connections are closed', async () => {
  const { database, secrets } = await temporaryDatabase();
  const server = await serverOn(database, secrets);
  const credentials = credentialsOf(await addPerson(server));
  const token = await tokenOf(server, credentials);
  await hangUp(database);
  // The one that comes first may meet a connection of which it is not yet known.
  await expect.poll(async () => (await generate(server, token)).httpStatus).toBe(200);
  expect((await logIn(server, credentials)).httpStatus).toBe(200);
});

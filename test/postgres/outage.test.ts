import { expect, test } from 'vitest';
import { temporaryDatabase } from '../server/store/temporary-store.ts';
import { generate, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';
import { command, hangUp, nameOf } from './hang-up.ts';

test('returns 503 while the database is read-only, and continues without a restart', async () => {
  const { database, secrets } = await temporaryDatabase();
  const server = await serverForTest({ config: { database, secrets } });
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

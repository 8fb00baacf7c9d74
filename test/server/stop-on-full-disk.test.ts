import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Sqlite } from '../../server/store/sqlite/sqlite.ts';
import { generate, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { openIdleConnection } from '../support/http/send-request.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest, startTestServer } from '../support/server/test-server.ts';
import { temporaryFolder } from './store/temporary-store.ts';

/** The write-ahead log cannot be written into the file during the test, until the limit is lifted. */
function plantFullDisk() {
  const exec = Sqlite.prototype.exec;
  const lift = () => {
    Sqlite.prototype.exec = exec;
  };
  Sqlite.prototype.exec = function (this: Sqlite, statement: string) {
    if (statement.includes('wal_checkpoint'))
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    exec.call(this, statement);
  };
  onTestFinished(lift);
  return { lift };
}

test('a stop on a full disk reports it, closes everything, and leaves acknowledged changes to the next start', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const server = await startTestServer({ config: { database } });
  const person = await addPerson(server);
  const token = await tokenOf(server, credentialsOf(person));
  const key = textIn(await generate(server, token), 'id');
  const idle = await openIdleConnection(server);
  const disk = plantFullDisk();
  await expect(server.close()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  disk.lift();
  await idle.closed;
  await expect(fetch(server.url)).rejects.toThrow();
  const again = await serverForTest({ config: { database }, now: server.clock.now });
  expect((await revoke(again, token, key)).reason).toBeUndefined();
});

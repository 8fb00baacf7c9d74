import { join } from 'node:path';
import Libsql from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { generate, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest, startTestServer } from '../support/server/test-server.ts';
import { temporaryFolder } from './store/temporary-store.ts';

/** The write-ahead log cannot be written into the file during the test, until the limit is lifted. */
function plantFullDisk() {
  const prepare = Libsql.prototype.prepare;
  const lift = () => {
    Libsql.prototype.prepare = prepare;
  };
  Libsql.prototype.prepare = function (this: Libsql.Database, source: string) {
    if (source.includes('wal_checkpoint'))
      throw new Libsql.SqliteError('database or disk is full', 'SQLITE_FULL', 13);
    return prepare.call(this, source);
    // The type of the rows is whatever the caller says that it is.
  } as typeof prepare;
  onTestFinished(lift);
  return { lift };
}

test('a stop on a full disk reports it, closes everything, and leaves acknowledged changes to the next start', async () => {
  const database = join(temporaryFolder(), 'test.db');
  const server = await startTestServer({ config: { database } });
  const person = await addPerson(server);
  const token = await tokenOf(server, credentialsOf(person));
  const key = textIn(await generate(server, token), 'id');
  const disk = plantFullDisk();
  await expect(server.close()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  disk.lift();
  await expect(fetch(server.url)).rejects.toThrow();
  const again = await serverForTest({ config: { database }, now: server.clock.now });
  expect((await revoke(again, token, key)).reason).toBeUndefined();
});

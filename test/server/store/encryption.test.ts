import { rmSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { retireKey, secretsStatus } from '../../../operator/secrets/secrets.ts';
import { onPostgres, openUntilEnd, temporaryStore } from '../../support/server/database.ts';
import { secretsOf } from '../../support/server/secrets.ts';
import { addAccount, anAccount, find, mfa, now } from './an-account.ts';

test('two concurrent rotations lose no key', async () => {
  const { store, account } = await anAccount({ mfa });
  const secrets = await secretsOf(store);
  await Promise.all([secrets.rotate(), secrets.rotate()]);
  await secrets.rotate(true);
  const statuses = await secretsStatus(secrets);
  expect(statuses).toHaveLength(3);
  expect(statuses.map(({ passwords }) => passwords)).toEqual([0, 0, 1]);
  expect(await find(store, 'ana@example.com')).toEqual(account);
});

test.runIf(onPostgres)(
  'while an account is locked, a rotation goes on with the others',
  async () => {
    const store = await temporaryStore();
    for (const identity of ['ana@example.com', 'bo@example.com', 'cy@example.com'])
      await addAccount(store, identity);
    const secrets = await secretsOf(store);
    const other = new pg.Client({ connectionString: store.database });
    await other.connect();
    await other.query("begin; select 1 from accounts where identity = 'bo@example.com' for update");
    const rotation = secrets.rotate();
    const rotated = async () => (await secretsStatus(secrets)).at(-1)?.passwords;
    await expect.poll(rotated).toBe(2);
    await other.end();
    await rotation;
    expect(await rotated()).toBe(3);
  },
);

test('the key of a lost secrets file can be retired, and accounts with a new password can log in', async () => {
  const { store, id } = await anAccount();
  const secrets = await secretsOf(store);
  const [{ keyId = '' } = {}] = await secretsStatus(secrets);
  rmSync(secrets.path);
  await expect(retireKey(secrets, keyId, false, now)).rejects.toMatchObject({
    reason: 'key_in_use',
  });
  await retireKey(secrets, keyId, true, now);

  const after = await openUntilEnd({ database: store.database, secrets: secrets.path });
  await expect(after.accounts.findByIdentity('ana@example.com')).rejects.toMatchObject({
    reason: 'key_missing',
  });
  await after.accounts.setPassword(id, 'a new hash', Date.now());
  expect((await find(after, 'ana@example.com')).passwordHash).toBe('a new hash');
});

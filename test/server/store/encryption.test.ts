import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openSecrets, retireKey, rotateSecrets, secretsStatus } from '../../../operator/secrets/secrets.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { type DatabasePaths, temporaryStore } from '../../support/server/database.ts';
import { addAccount, find, mfa } from './an-account.ts';

async function secretsAt({ database, secrets }: DatabasePaths) {
  const store = await openSecrets({ database, secrets });
  onTestFinished(() => store.close());
  return store;
}

const rotation = { resume: false, random: randomBytes, now: Date.now };

test('two concurrent rotations lose no key', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com', { mfa });
  const secrets = await secretsAt(store);
  await Promise.all([rotateSecrets(secrets, rotation), rotateSecrets(secrets, rotation)]);
  await rotateSecrets(secrets, { ...rotation, resume: true });
  const statuses = await secretsStatus(secrets);
  expect(statuses).toHaveLength(3);
  expect(statuses.map(({ passwords }) => passwords)).toEqual([0, 0, 1]);
  expect(await find(store, 'ana@example.com')).toEqual(account);
});

test('the key of a lost secrets file can be retired, and accounts with a new password can log in', async () => {
  const store = await temporaryStore();
  const { id } = await addAccount(store, 'ana@example.com');
  const secrets = await secretsAt(store);
  const [{ keyId = '' } = {}] = await secretsStatus(secrets);
  rmSync(secrets.path);
  await expect(retireKey(secrets, keyId, false)).rejects.toMatchObject({ reason: 'key_in_use' });
  await retireKey(secrets, keyId, true);

  const after = await openStore({ database: store.database, secrets: secrets.path });
  onTestFinished(() => after.close());
  await expect(after.accounts.findByIdentity('ana@example.com')).rejects.toMatchObject({
    reason: 'key_missing',
  });
  await after.accounts.setPassword(id, 'a new hash', Date.now());
  expect((await find(after, 'ana@example.com')).passwordHash).toBe('a new hash');
});

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openSecrets, retireKey, rotateSecrets, secretsStatus } from '../../../operator/secrets/secrets.ts';
import { createRecoveryCodes, hashRecoveryCode } from '../../../server/security/mfa-secrets.ts';
import { currentTotpCode } from '../../../server/security/one-time-codes.ts';
import { createPasswords } from '../../../server/security/passwords/password.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import { inspect, readDatabase } from '../../support/server/database.ts';
import { addAccount, createKey, find, logIn, mfa, now, recoveryCodes } from './an-account.ts';
import { type DatabasePaths, temporaryStore } from './temporary-store.ts';

async function secretsAt({ database, secrets }: DatabasePaths) {
  const store = await openSecrets({ database, secrets });
  onTestFinished(() => store.close());
  return store;
}

const rotation = { resume: false, random: randomBytes, now: Date.now };
const codeOf = (index: number) => ({ recoveryCodeHash: hashRecoveryCode(recoveryCodes[index] ?? '') ?? '' });

test('all secrets of an account move to a new key while a store stays open', async () => {
  const store = await temporaryStore();
  const account = await addAccount(store, 'ana@example.com', { mfa });
  const secrets = await secretsAt(store);
  const [{ keyId: before = '' } = {}] = await secretsStatus(secrets);
  expect((await logIn(store, account, codeOf(0))).outcome).toBe('ok');
  const repeatable = { idempotencyKey: 'a value', keyMaterial: 'key material', until: now + 2 };
  const { id } = await createKey(store, account.id, now, { repeatable });

  const { current, rewritten } = await rotateSecrets(secrets, rotation);
  expect(rewritten).toBe(1 + 1 + recoveryCodes.length + 1);
  const statuses = await secretsStatus(secrets);
  expect(
    statuses.map(({ keyId, passwords, idempotencyRecords }) => [keyId, passwords, idempotencyRecords]),
  ).toEqual([
    [before, 0, 0],
    [current, 1, 1],
  ]);
  await retireKey(secrets, before, false);
  expect(await find(store, 'ana@example.com')).toEqual(account);
  const repeated = { ...repeatable, keyMaterial: 'other key material' };
  expect((await createKey(store, account.id, now + 1, { repeatable: repeated })).outcome).toEqual({
    id,
    keyMaterial: 'key material',
    createdAt: now,
  });
  expect((await logIn(store, account, codeOf(0))).outcome).toBe('code_used');
  expect((await logIn(store, account, codeOf(1))).outcome).toBe('ok');
});

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

test('no password, code, token or key is in the files of the database', async () => {
  const store = await temporaryStore();
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 });
  const password = 'canary-password-5b1c';
  const codes = createRecoveryCodes(randomBytes);
  const account = await addAccount(store, 'ana@example.com', {
    passwordHash: await passwords.hash(password),
    mfa: { ...mfa, recoveryCodeHashes: codes.map((code) => hashRecoveryCode(code) ?? '') },
  });
  const { token } = await logIn(store, account, { totpStep: Math.floor(now / 30_000) });
  const otps = [currentTotpCode(mfa.totpSecret, now), ...(await logInWithCodes(store))];
  await logIn(store, account, { recoveryCodeHash: hashRecoveryCode(codes[0] ?? '') ?? '' });
  const { id, key } = await createKey(store, account.id);
  await store.apiKeys.revoke(account.id, id, now);

  const files = await readDatabase(store.database);
  expect(files).toContain('ana@example.com');
  expect(files).toContain(id);
  // All that is kept of a key is the prefix its owner may see again.
  const secrets = [password, token, token.slice(4, 24), key, key.slice(12), ...codes];
  for (const code of codes) secrets.push(code.replaceAll('-', ''));
  for (const secret of secrets) expect(files.includes(secret)).toBe(false);
  // Once in some ten thousand times a hash has the six digits of a code in it; of three codes each, never.
  expect(otps.filter((otp) => files.includes(otp)).length).toBeLessThan(3);
});

/** Logs other users in, each with a code of their own app; returns the codes. */
async function logInWithCodes(store: Store): Promise<string[]> {
  const codes = [];
  for (const [identity, totpSecret] of [
    ['ben@example.com', 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U'],
    ['cid@example.com', 'OB4XI2DPNYQGS4ZAM4ZGK5DBMRQXIYJA'],
  ] as const) {
    const account = await addAccount(store, identity, { mfa: { ...mfa, totpSecret } });
    await logIn(store, account, { totpStep: Math.floor(now / 30_000) });
    codes.push(currentTotpCode(totpSecret, now));
  }
  return codes;
}

test('the audit has every change, also after the account is deleted', async () => {
  const store = await temporaryStore();
  const { id } = await addAccount(store, 'ana@example.com');
  await store.accounts.disable(id, now + 1);
  await store.accounts.disable(id, now + 1);
  await store.accounts.enable(id, now + 2);
  await store.accounts.setPassword(id, 'another hash', now + 3);
  await store.accounts.setMfa(id, mfa, now + 4);
  await logIn(store, await find(store, 'ana@example.com'), { totpStep: 1000 }, now + 5);
  await logIn(store, await find(store, 'ana@example.com'), { totpStep: 1001 }, now + 5);
  await store.accounts.removeMfa(id, now + 6);
  await store.accounts.unlock(id, now + 6);
  const key = await createKey(store, id, now + 7);
  await store.apiKeys.revoke(id, key.id, now + 8);
  await store.apiKeys.revoke(id, key.id, now + 9);
  await store.accounts.delete(id, now + 10);

  const query = 'select at, account_id, event, detail from audit_events order by sequence';
  const row = (after: number, event: string, detail: string | null = null) => ({
    at: now + after,
    account_id: id,
    event,
    detail,
  });
  expect(await inspect(store.database, query)).toEqual([
    row(0, 'account_added'),
    row(1, 'account_disabled'),
    row(2, 'account_enabled'),
    row(3, 'password_changed'),
    row(4, 'mfa_enabled'),
    row(5, 'login_succeeded', '{"factor":"totp"}'),
    row(6, 'mfa_removed'),
    row(6, 'account_unlocked'),
    row(7, 'api_key_created', JSON.stringify({ keyId: key.id })),
    row(8, 'api_key_revoked', JSON.stringify({ keyId: key.id })),
    row(10, 'account_deleted'),
  ]);
});

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retireKey, secretsStatus } from '../../operator/secrets/secrets.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { openStore } from '../../server/store/open-store.ts';
import { clockAt, serveInChild } from '../support/command/run-command.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import {
  argumentsOf,
  temporaryDatabase,
  temporaryFolder,
  verifyAudit,
} from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { secretsOf } from '../support/server/secrets.ts';
import { serverForTest } from '../support/server/test-server.ts';
import { now } from './store/an-account.ts';

const { plain, mfa } = demoAccounts;
const credentials = { identity: plain.identity, password: plain.password };

test('two processes that start at once on a new database share codes, repeated requests, the key limit, revocation times and one audit', async () => {
  const place = await temporaryDatabase({ isNew: true });
  const options = { cwd: temporaryFolder(), env: clockAt(now) };
  const start = () => serveInChild(['--demo', ...argumentsOf(place)], options);
  const servers = await Promise.all([start(), start()]);
  const otp = currentTotpCode(mfa.mfa.totpSecret, now);
  const withCode = { identity: mfa.identity, password: mfa.password, otp };
  const logins = await Promise.all(
    [...servers, ...servers].map((server) => logIn(server, withCode)),
  );
  expect(logins.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
  expect(logins.filter(({ reason }) => reason === 'otp_invalid')).toHaveLength(3);

  const token = await tokenOf(servers[0], credentials);
  for (let round = 0; round < 5; round += 1) {
    const requests = Array.from({ length: 5 }, () =>
      servers.map((server) => generate(server, token, {}, `round ${round}`)),
    );
    const responses = await Promise.all(requests.flat());
    for (const response of responses) expect(response.data).toEqual(responses[0]?.data);
  }
  // A key of each round, and no other one.
  const keys = await Promise.all(
    servers.flatMap((server) => Array.from({ length: 60 }, () => generate(server, token))),
  );
  expect(keys.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(95);
  expect(keys.filter(({ reason }) => reason === 'key_limit_reached')).toHaveLength(25);

  const id = String(keys.find(({ httpStatus }) => httpStatus === 200)?.data?.id);
  const revoked = await Promise.all(
    [...servers, ...servers].map((server) => revoke(server, token, id)),
  );
  expect(new Set(revoked.map((response) => textIn(response, 'revoked_at'))).size).toBe(1);

  expect(await verifyAudit(place.database)).toMatchObject({ intact: true });
});

test('of two stores that are opened at once on a new database with a secrets file each, one is, and can be opened again', async () => {
  const { database, secrets } = await temporaryDatabase({ isNew: true });
  const open = (file: string) =>
    openStore({ database, secrets: file }).then((store) => store.close());
  const opened = await Promise.allSettled(
    Array.from({ length: 4 }, (_, nth) => open(`${secrets}.${nth}`)),
  );
  const refusals = opened.flatMap((one) => (one.status === 'rejected' ? one.reason : []));
  expect(refusals).toMatchObject(
    Array(3).fill({ reason: expect.stringMatching(/^(key|file)_missing$/) }),
  );
  await open(`${secrets}.${opened.findIndex(({ status }) => status === 'fulfilled')}`);
});

test('after a rotation, a server with a secrets file of its own needs the new file, but no restart: until then it reveals no identities', async () => {
  const place = await temporaryDatabase();
  const first = await serverForTest({ config: place });
  const ownFile = join(temporaryFolder(), 'own.secrets');
  copyFileSync(place.secrets, ownFile);
  const other = await serverForTest({ rateLimits: true, config: { ...place, secrets: ownFile } });
  const person = credentialsOf(await addPerson(first));
  const token = await tokenOf(other, person);
  const secrets = await secretsOf(place);
  const [{ keyId: oldId = '' } = {}] = await secretsStatus(secrets);

  await secrets.rotate();
  expect((await logIn(first, person)).httpStatus).toBe(200);
  for (const credentials of [person, { ...person, identity: 'nobody@example.com' }]) {
    for (let count = 0; count < 6; count += 1)
      expect((await logIn(other, credentials)).reason).toBe('invalid_credentials');
    expect((await logIn(other, credentials)).reason).toBe('rate_limited');
  }
  const errors = other.log.lines().filter(({ level }) => level === 50);
  expect(errors).toHaveLength(6);
  expect(errors[0]?.msg).toContain('the secrets file is stale');
  other.clock.advance(1000);
  // Encrypted with the old key still.
  const made = await generate(other, token, {}, 'a value');

  copyFileSync(place.secrets, ownFile);
  expect((await logIn(other, person)).httpStatus).toBe(200);
  await expect(retireKey(secrets, oldId, false, Date.now())).rejects.toThrow('--resume');
  await secrets.rotate(true);
  await retireKey(secrets, oldId, false, Date.now());
  for (const server of [first, other])
    expect((await generate(server, token, {}, 'a value')).data).toEqual(made.data);
});

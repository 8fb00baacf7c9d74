import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { currentTotpCode } from '../../server/security/one-time-codes.ts';
import { type ChildServer, clockAt, runCommand, serveInChild } from '../support/command/run-command.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../support/http/call-operations.ts';
import { internalOf, introspect } from '../support/http/internal-listener.ts';
import { seconds } from '../support/server/clock.ts';
import { now } from './store/an-account.ts';
import { argumentsOf, temporaryDatabase, temporaryFolder } from './store/temporary-store.ts';

/** Two processes that serve one database, without rate limits. */
async function twoServers(): Promise<readonly [ChildServer, ChildServer]> {
  const args = ['--demo', ...argumentsOf(await temporaryDatabase({ isNew: true }))];
  const options = { cwd: temporaryFolder(), env: clockAt(now) };
  const first = await serveInChild(args, options);
  return [first, await serveInChild(args, options)];
}

const { plain, mfa } = demoAccounts;
const credentials = { identity: plain.identity, password: plain.password };

test('two servers share one-time codes, the key limit and revocation times', async () => {
  const servers = await twoServers();
  const otp = currentTotpCode(mfa.mfa.totpSecret, now);
  const withCode = { identity: mfa.identity, password: mfa.password, otp };
  const logins = await Promise.all([...servers, ...servers].map((server) => logIn(server, withCode)));
  expect(logins.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
  expect(logins.filter(({ reason }) => reason === 'otp_invalid')).toHaveLength(3);

  const token = await tokenOf(servers[0], credentials);
  const keys = await Promise.all(
    servers.flatMap((server) => Array.from({ length: 60 }, () => generate(server, token))),
  );
  expect(keys.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(100);
  expect(keys.filter(({ reason }) => reason === 'key_limit_reached')).toHaveLength(20);

  const made = keys.find(({ httpStatus }) => httpStatus === 200);
  const id = String(made?.data?.id);
  const revoked = await Promise.all([...servers, ...servers].map((server) => revoke(server, token, id)));
  expect(new Set(revoked.map((response) => textIn(response, 'revoked_at'))).size).toBe(1);
});

test('a key that a server with a fast clock revoked is revoked on all servers', async () => {
  const folder = temporaryFolder();
  const args = ['--demo', ...argumentsOf(await temporaryDatabase({ isNew: true }))];
  const fast = await serveInChild(args, { cwd: folder, env: clockAt(now + seconds(60)) });
  const credentialFile = join(folder, 'credential');
  const internalArgs = ['--internal', '127.0.0.1:0', '--internal-credential', credentialFile];
  const other = await serveInChild([...args, ...internalArgs], { cwd: folder, env: clockAt(now) });
  const [, url = ''] = /"internal":\{"url":"([^"]+)"/.exec(other.stderr()) ?? [];
  const internal = internalOf({ internal: { url, credentialFile } });

  const token = await tokenOf(other, credentials);
  const made = await generate(other, token);
  expect(await introspect(internal, textIn(made, 'api_key'))).toMatchObject({ active: true });
  expect((await revoke(fast, token, textIn(made, 'id'))).httpStatus).toBe(200);
  // Within a second: the other process caches the key.
  await expect.poll(() => introspect(internal, textIn(made, 'api_key'))).toEqual({ active: false });
});

test('after a rotation, a server with a secrets file of its own needs the new file, but no restart', async () => {
  const folder = temporaryFolder();
  const place = await temporaryDatabase({ isNew: true });
  const run = async (...args: readonly string[]) => {
    const command = runCommand(['secrets', ...args, ...argumentsOf(place)], { cwd: folder });
    return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() };
  };
  const options = { cwd: folder, env: clockAt(now) };
  const first = await serveInChild(['--demo', ...argumentsOf(place)], options);
  const ownFile = join(folder, 'own.secrets');
  copyFileSync(place.secrets, ownFile);
  const other = await serveInChild(
    ['--demo', ...argumentsOf({ database: place.database, secrets: ownFile })],
    options,
  );
  const token = await tokenOf(other, credentials);
  const [{ key_id: oldId }] = JSON.parse((await run('status', '--json')).stdout);

  expect(await run('rotate')).toMatchObject({ code: 0 });
  expect((await logIn(first, credentials)).httpStatus).toBe(200);
  expect((await logIn(other, credentials)).reason).toBe('unavailable');
  // Encrypted with the old key still.
  const made = await generate(other, token, {}, 'a value');

  copyFileSync(place.secrets, ownFile);
  expect((await logIn(other, credentials)).httpStatus).toBe(200);
  expect(await run('retire', oldId)).toMatchObject({ code: 1, stderr: expect.stringContaining('--resume') });
  expect(await run('rotate', '--resume')).toMatchObject({ code: 0 });
  expect(await run('retire', oldId)).toMatchObject({ code: 0 });
  for (const server of [first, other])
    expect((await generate(server, token, {}, 'a value')).data).toEqual(made.data);
});

test('two servers that get one Idempotency-Key at once generate one key', async () => {
  const servers = await twoServers();
  const token = await tokenOf(servers[0], credentials);
  for (let round = 0; round < 5; round += 1) {
    const value = `round ${round}`;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => servers.map((server) => generate(server, token, {}, value))).flat(),
    );
    for (const response of responses) expect(response.data).toEqual(responses[0]?.data);
  }
  // A key of each round, and no other one.
  const others = await Promise.all(Array.from({ length: 96 }, () => generate(servers[1], token)));
  expect(others.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(95);
});

import { expect, test } from 'vitest';
import { demoAccounts } from '../../../server/config/demo-accounts.ts';
import { currentTotpCode } from '../../../server/security/one-time-codes.ts';
import { clockAt, serveInChild } from '../../support/command/run-command.ts';
import { generate, logIn, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { runSql, temporaryDatabase, temporaryFolder } from '../../support/server/database.ts';

const { plain, mfa } = demoAccounts;
const now = Date.UTC(2026, 0, 1);

test('two processes that start at once on a new database share codes, repeated requests, the limit of keys, and times of revocations', async () => {
  const { database, keyFile } = await temporaryDatabase();
  const options = {
    cwd: temporaryFolder(),
    env: { ...clockAt(now), ACCOUNT_ACCESS_ENCRYPTION_KEY_FILE: keyFile },
  };
  const start = () => serveInChild(['--demo', '--database', database], options);
  const [one, other] = await Promise.all([start(), start()]);
  const servers = [one, other];

  const otp = currentTotpCode(mfa.mfa.totpSecret, now);
  const withCode = { identity: mfa.identity, password: mfa.password, otp };
  const logins = await Promise.all(
    [...servers, ...servers].map((server) => logIn(server, withCode)),
  );
  expect(logins.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
  expect(logins.filter(({ reason }) => reason === 'otp_invalid')).toHaveLength(3);

  const token = await tokenOf(one, { identity: plain.identity, password: plain.password });
  for (let round = 0; round < 5; round += 1) {
    const requests = Array.from({ length: 5 }, () =>
      servers.map((server) => generate(server, token, {}, `round-${round}`)),
    );
    const responses = await Promise.all(requests.flat());
    for (const response of responses) expect(response.data).toEqual(responses[0]?.data);
  }

  // The five rounds left a key each.
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

  // Each change is one event.
  const created = await runSql(database, "select id from events where event = 'api_key_created'");
  const ended = await runSql(database, "select id from events where event = 'api_key_revoked'");
  expect([created.length, ended.length]).toEqual([100, 1]);
});

import { expect, test } from 'vitest';
import { logIn } from '../../support/http/call-operations.ts';
import { hours, seconds } from '../../support/server/clock.ts';
import { readDatabase } from '../../support/server/database.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../../support/server/people.ts';
import {
  countingPasswords,
  serverForTest,
  type TestServer,
} from '../../support/server/test-server.ts';

async function rateLimited() {
  const { verify, passwords } = countingPasswords();
  return {
    verify,
    server: await serverForTest({ rateLimits: true, passwords, config: { trustedHops: 1 } }),
  };
}

const wrong = (identity: string) => ({ identity, password: 'wrong' });

async function fail(
  server: TestServer,
  body: object,
  times: number,
  reason = 'invalid_credentials',
) {
  for (let count = 0; count < times; count += 1)
    expect((await logIn(server, body)).reason).toBe(reason);
}

async function waitOf(server: TestServer, body: object): Promise<number> {
  const { reason, header } = await logIn(server, body);
  expect(reason).toBe('rate_limited');
  return Number(header('retry-after'));
}

const waits = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900];

test('after five failures the wait is 1, 2, 4 … 900 seconds, the same for known and unknown identities, right and wrong passwords', async () => {
  const { server, verify } = await rateLimited();
  const { identity, password } = await addPerson(server);
  for (const who of [identity, 'nobody@example.com']) {
    await fail(server, wrong(who), 5);
    for (const wait of waits) {
      await fail(server, wrong(who), 1);
      verify.mockClear();
      for (const word of ['wrong', password])
        expect(await waitOf(server, { identity: who, password: word })).toBe(wait);
      server.clock.advance(seconds(wait) - 1);
      expect(await waitOf(server, { identity: who, password })).toBe(1);
      expect(verify).not.toHaveBeenCalled();
      server.clock.advance(1);
    }
  }
  expect((await logIn(server, { identity, password })).httpStatus).toBe(200);
});

test('rate-limited responses are the same, byte for byte, except the trace id', async () => {
  const { server } = await rateLimited();
  const { identity, password } = await addPerson(server);
  const bodies = [wrong(identity), { identity, password }, wrong('nobody@example.com')];
  for (const who of [identity, 'nobody@example.com']) await fail(server, wrong(who), 6);
  const alike = (await Promise.all(bodies.map((body) => logIn(server, body)))).map(
    ({ text, headers, traceId }) => ({
      text: text.replace(traceId, ''),
      headers: headers.filter(([name]) => name !== 'date'),
    }),
  );
  for (const other of alike) expect(other).toEqual(alike[0]);
});

test('a successful login resets the count of failures', async () => {
  const { server } = await rateLimited();
  const person = await addPerson(server);
  for (let round = 0; round < 2; round += 1) {
    await fail(server, wrong(person.identity), 5);
    expect((await logIn(server, credentialsOf(person))).httpStatus).toBe(200);
  }
  await fail(server, wrong(person.identity), 5);
});

test('failures are forgotten a day after the last', async () => {
  const { server } = await rateLimited();
  await fail(server, wrong('nobody@example.com'), 6);
  server.clock.advance(hours(24) + seconds(1));
  await fail(server, wrong('nobody@example.com'), 6);
});

test('failures count per identity in any spelling, and separately per address', async () => {
  const { server } = await rateLimited();
  await fail(server, wrong('ana@example.com'), 6);
  expect(await waitOf(server, wrong('ANA@Example.com'))).toBe(1);
  expect((await logIn(server, wrong('ana@example.com'), '203.0.113.7')).reason).toBe(
    'invalid_credentials',
  );
});

test('concurrent failed logins are limited like sequential ones', async () => {
  const { server, verify } = await rateLimited();
  const { identity } = await addPerson(server);
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => logIn(server, wrong(identity))),
  );
  expect(verify).toHaveBeenCalledTimes(6);
  expect(responses.filter(({ reason }) => reason === 'rate_limited')).toHaveLength(24);
});

test('a right password without its code neither counts as a failure nor resets the count', async () => {
  const { server } = await rateLimited();
  const person = await addPersonWithMfa(server);
  await fail(server, wrong(person.identity), 5);
  await fail(server, credentialsOf(person), 20, 'otp_required');
  await fail(server, wrong(person.identity), 1);
  expect(await waitOf(server, credentialsOf(person))).toBe(1);
});

test('after 20 wrong codes for an identity, from any address, it may try one per hour, and nobody without the password learns that', async () => {
  const { server } = await rateLimited();
  const person = await addPersonWithMfa(server);
  let address = 0;
  const sendCode = (otp = '000000x', password = person.password) => {
    address += 1;
    return logIn(server, { identity: person.identity, password, otp }, `203.0.113.${address}`);
  };
  for (let count = 0; count < 21; count += 1) expect((await sendCode()).reason).toBe('otp_invalid');
  for (let hour = 0; hour < 2; hour += 1) {
    for (const response of [await sendCode(), await sendCode(codeOf(person, server))]) {
      expect(response.reason).toBe('rate_limited');
      expect(response.header('retry-after')).toBe('3600');
    }
    expect((await sendCode('000000', 'wrong')).reason).toBe('invalid_credentials');
    server.clock.advance(hours(1));
    expect((await sendCode()).reason).toBe('otp_invalid');
  }
  server.clock.advance(hours(1));
  expect((await sendCode(codeOf(person, server))).httpStatus).toBe(200);
  for (let count = 0; count < 20; count += 1) expect((await sendCode()).reason).toBe('otp_invalid');
});

test('without the password, nobody can use up the code attempts of an identity', async () => {
  const { server } = await rateLimited();
  const person = await addPersonWithMfa(server);
  for (let address = 1; address <= 30; address += 1) {
    const body = { ...wrong(person.identity), otp: '000000' };
    const { reason } = await logIn(server, body, `203.0.113.${address}`);
    expect(reason).toBe('invalid_credentials');
  }
  expect(
    (await logIn(server, { ...credentialsOf(person), otp: codeOf(person, server) })).httpStatus,
  ).toBe(200);
});

test('the database files do not contain identities that were typed at login', async () => {
  const { server } = await rateLimited();
  await fail(server, wrong('canary-3f9a@example.com'), 6);
  expect(await readDatabase(server.database)).not.toContain('canary-3f9a');
});

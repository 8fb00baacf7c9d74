import { expect, test, vi } from 'vitest';
import { logIn } from '../../support/http/call-operations.ts';
import { hours, seconds } from '../../support/server/clock.ts';
import {
  accountOperator,
  addPerson,
  addPersonWithMfa,
  codeOf,
  credentialsOf,
} from '../../support/server/people.ts';
import { countingPasswords, serverForTest } from '../../support/server/test-server.ts';

// Nobody gets in by trying, and nobody is locked out by a stranger who tries.

const home = '198.51.100.7';
const travelling = '198.51.100.8';

async function underAttack() {
  const { verify, passwords } = countingPasswords();
  const server = await serverForTest({ rateLimits: true, passwords, config: { trustedHops: 1 } });
  const logInFrom = (address: string, body: object) => logIn(server, body, address);
  let networks = 0;
  /** Sends a login from a network that nobody has used before. */
  const logInFromNowhere = (body: object) => {
    networks += 1;
    return logInFrom(`2001:db8:${networks.toString(16)}::1`, body);
  };
  const failFromNowhere = async (
    identity: string,
    times: number,
    reason = 'invalid_credentials',
  ) => {
    for (let count = 0; count < times; count += 1)
      expect((await logInFromNowhere({ identity, password: 'wrong' })).reason).toBe(reason);
  };
  const operator = accountOperator(server);
  return { server, verify, operator, logInFrom, logInFromNowhere, failFromNowhere };
}

test.each(['known', 'unknown'])(
  'an attacker with any number of networks tries 51 passwords of an %s identity, then must wait',
  async (kind) => {
    const { server, verify, logInFromNowhere, failFromNowhere } = await underAttack();
    const { identity } =
      kind === 'known' ? await addPerson(server) : { identity: 'nobody@example.com' };
    await failFromNowhere(identity, 51);
    verify.mockClear();
    const limited = await logInFromNowhere({ identity, password: 'wrong' });
    expect(limited).toMatchObject({ reason: 'rate_limited' });
    expect(limited.header('retry-after')).toBe('60');
    expect(verify).not.toHaveBeenCalled();
  },
);

test('simultaneous attempts from many networks get no further than successive ones', async () => {
  const { server, verify, logInFromNowhere } = await underAttack();
  const { identity } = await addPerson(server);
  await Promise.all(
    Array.from({ length: 90 }, () => logInFromNowhere({ identity, password: 'wrong' })),
  );
  expect(verify).toHaveBeenCalledTimes(51);
});

test('however patient an attacker is, the hundredth failure in a row closes the account to new networks for a month', async () => {
  const { server, verify, logInFromNowhere } = await underAttack();
  const { identity } = await addPerson(server);
  const waits: number[] = [];
  while (verify.mock.calls.length <= 100) {
    const { reason, header } = await logInFromNowhere({ identity, password: 'wrong' });
    if (reason !== 'rate_limited') continue;
    const wait = Number(header('retry-after'));
    waits.push(wait);
    if (wait > hours(24) / 1000) break;
    server.clock.advance(seconds(wait));
  }
  expect(verify).toHaveBeenCalledTimes(100);
  expect(waits.slice(0, 12)).toEqual([
    ...Array.from({ length: 11 }, (_, index) => 60 * 2 ** index),
    86_400,
  ]);
  expect(waits.at(-1)).toBe(30 * 86_400);
});

test('during an attack the owner logs in from a network of before, and that gives the attacker no further attempt', async () => {
  const { server, logInFrom, logInFromNowhere, failFromNowhere } = await underAttack();
  const owner = await addPerson(server);
  expect((await logInFrom(home, credentialsOf(owner))).httpStatus).toBe(200);
  await failFromNowhere(owner.identity, 51);
  expect((await logInFromNowhere(credentialsOf(owner))).reason).toBe('rate_limited');
  for (let count = 0; count < 3; count += 1) {
    expect((await logInFrom(home, { ...credentialsOf(owner), password: 'mistyped' })).reason).toBe(
      'invalid_credentials',
    );
    expect((await logInFrom(home, credentialsOf(owner))).httpStatus).toBe(200);
    await failFromNowhere(owner.identity, 1, 'rate_limited');
  }
});

test('from a new network the owner waits until the attack is over, and not at all when an operator unlocks the account', async () => {
  const { server, operator, logInFrom, failFromNowhere } = await underAttack();
  const owner = await addPerson(server);
  await failFromNowhere(owner.identity, 51);
  expect((await logInFrom(travelling, credentialsOf(owner))).reason).toBe('rate_limited');
  server.clock.advance(seconds(60));
  expect((await logInFrom(travelling, credentialsOf(owner))).httpStatus).toBe(200);

  // That success has ended the row of failures.
  await failFromNowhere(owner.identity, 51);
  const elsewhere = '203.0.113.9';
  expect((await logInFrom(elsewhere, credentialsOf(owner))).reason).toBe('rate_limited');
  await operator.unlock(owner.identity);
  expect((await logInFrom(elsewhere, credentialsOf(owner))).httpStatus).toBe(200);
});

test('a network of the owner is like any other after 20 failures in a row, after a month, and after a change of the password', async () => {
  const { server, operator, logInFrom, failFromNowhere } = await underAttack();
  const owner = await addPerson(server);
  const credentials = { ...credentialsOf(owner) };
  const isKnown = async () => {
    // Not because of the waits of one network.
    server.clock.advance(seconds(900));
    return (await logInFrom(home, credentials)).httpStatus === 200;
  };
  const becomeKnown = async () => {
    await operator.unlock(owner.identity);
    expect((await logInFrom(home, credentials)).httpStatus).toBe(200);
    // So many that the wait is longer than this test.
    await failFromNowhere(owner.identity, 51);
    for (let wait = 60; wait <= 8 * 3600; wait *= 2) {
      server.clock.advance(seconds(wait));
      await failFromNowhere(owner.identity, 1);
    }
  };

  for (const failures of [19, 20]) {
    await becomeKnown();
    for (let count = 0; count < failures; count += 1) {
      await logInFrom(home, { ...credentials, password: 'wrong' });
      server.clock.advance(seconds(900));
    }
    expect(await isKnown()).toBe(failures < 20);
  }

  await becomeKnown();
  server.clock.advance(hours(30 * 24) - seconds(1));
  await failFromNowhere(owner.identity, 1);
  expect(await isKnown()).toBe(false);

  await becomeKnown();
  await operator.setPassword(owner.identity, 'another password of 30 bytes');
  credentials.password = 'another password of 30 bytes';
  expect(await isKnown()).toBe(false);
});

test('a login that a change of the password follows at once makes no network known', async () => {
  const { server, operator, logInFrom, failFromNowhere } = await underAttack();
  const owner = await addPerson(server);
  const password = 'another password of 30 bytes';
  const { complete } = server.store.logins;
  vi.spyOn(server.store.logins, 'complete').mockImplementationOnce(async (login) => {
    const outcome = await complete(login);
    await operator.setPassword(owner.identity, password);
    return outcome;
  });
  expect((await logInFrom(home, credentialsOf(owner))).httpStatus).toBe(200);
  await failFromNowhere(owner.identity, 51);
  expect((await logInFrom(home, credentialsOf({ ...owner, password }))).reason).toBe(
    'rate_limited',
  );
});

test('someone who has the password cannot lock the owner out with wrong codes', async () => {
  const { server, logInFrom, logInFromNowhere } = await underAttack();
  const owner = await addPersonWithMfa(server);
  const right = credentialsOf(owner);
  expect((await logInFrom(home, { ...right, otp: codeOf(owner, server) })).httpStatus).toBe(200);
  for (let count = 0; count < 21; count += 1)
    expect((await logInFromNowhere({ ...right, otp: '000000x' })).reason).toBe('otp_invalid');
  expect((await logInFromNowhere({ ...right, otp: '000000x' })).reason).toBe('rate_limited');

  server.clock.advance(seconds(30));
  expect((await logInFromNowhere({ ...right, otp: codeOf(owner, server) })).reason).toBe(
    'rate_limited',
  );
  expect((await logInFrom(home, { ...right, otp: codeOf(owner, server) })).httpStatus).toBe(200);
  // With a recovery code also from a network that nobody knows.
  expect((await logInFrom(travelling, { ...right, otp: owner.recoveryCodes[0] })).httpStatus).toBe(
    200,
  );
});

test('wrong codes from a network of the owner are limited too', async () => {
  const { server, logInFrom } = await underAttack();
  const owner = await addPersonWithMfa(server);
  const right = credentialsOf(owner);
  expect((await logInFrom(home, { ...right, otp: codeOf(owner, server) })).httpStatus).toBe(200);
  let tried = 0;
  for (let hour = 0; hour < 60; hour += 1) {
    server.clock.advance(seconds(900));
    if ((await logInFrom(home, { ...right, otp: '000000x' })).reason === 'otp_invalid') tried += 1;
  }
  // 20 as a known network, 21 like any other, then one per hour.
  expect(tried).toBeLessThan(20 + 21 + 10);
});

import { expect, test } from 'vitest';
import { type Argon2, createPasswords } from '../../server/security/passwords/password.ts';
import { generate, logIn, tokenOf } from '../support/http/call-operations.ts';
import { inspect } from '../support/server/database.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest, type TestServerOptions } from '../support/server/test-server.ts';

/** A server that verifies nothing while paused, and counts how many verifications ran at once. */
async function slowServer(config: TestServerOptions['config'] & object) {
  const paused: (() => void)[] = [];
  let isPaused = false;
  let most = 0;
  const argon2: Argon2 = {
    hash: async (password) => String(password),
    verify: async (hash, password) => {
      if (isPaused)
        await new Promise<void>((resolve) => (most = Math.max(most, paused.push(resolve))));
      return hash === String(password);
    },
  };
  const hold = () => {
    isPaused = true;
  };
  const release = () => {
    isPaused = false;
    for (const resolve of paused.splice(0)) resolve();
  };
  const passwords = createPasswords({ argon2 });
  const server = await serverForTest({ rateLimits: true, passwords, config });
  return { server, hold, release, most: () => most };
}

test('verifies a few logins at once, lets some wait, and returns 503 for the rest', async () => {
  const { server, hold, release, most } = await slowServer({ hashing: { atOnce: 2, waiting: 3 } });
  const people = await Promise.all(Array.from({ length: 9 }, () => addPerson(server)));
  const [first, ...others] = people.map(credentialsOf);
  const token = await tokenOf(server, first);

  hold();
  const logins = others.map((credentials) => logIn(server, credentials));
  const refused: unknown[] = [];
  for (const login of logins) login.then(({ reason }) => refused.push(reason));
  // By then all have arrived: five wait in the paused verification, and no other.
  await expect.poll(() => refused).toEqual(['unavailable', 'unavailable', 'unavailable']);
  expect((await generate(server, token)).httpStatus).toBe(200);
  expect(most()).toBe(2);
  release();

  const responses = await Promise.all(logins);
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(5);
  expect(responses.filter(({ reason }) => reason === 'unavailable')).toHaveLength(3);
  expect(most()).toBe(2);
  for (const credentials of others) expect((await logIn(server, credentials)).httpStatus).toBe(200);
});

/** A server whose queue strangers have filled: one password is verified, and four wait. */
async function fullServer(addressOf: (index: number) => string) {
  const hashing = { atOnce: 1, waiting: 4 };
  const { server, hold, release } = await slowServer({ trustedHops: 1, hashing });
  const logInFrom = (address: string, body: object) => logIn(server, body, address);
  const owner = credentialsOf(await addPerson(server));
  expect((await logInFrom('198.51.100.7', owner)).httpStatus).toBe(200);
  hold();
  const refused: string[] = [];
  const strangers = Array.from({ length: 12 }, async (_, index) => {
    const body = { identity: `nobody${index}@example.com`, password: 'wrong' };
    const response = await logInFrom(addressOf(index), body);
    if (response.reason === 'unavailable') refused.push(addressOf(index));
    return response;
  });
  await expect.poll(() => refused.length).toBe(7);
  return { server, owner, logInFrom, refused, release, strangers };
}

test('a network that a user has logged in from has its place in a queue that strangers have filled', async () => {
  const { server, owner, logInFrom, refused, release, strangers } = await fullServer(
    (index) => `203.0.113.${index}`,
  );
  expect((await logInFrom('192.0.2.1', { ...owner, password: 'wrong' })).reason).toBe(
    'unavailable',
  );
  const login = logInFrom('198.51.100.7', owner);
  await expect.poll(() => refused.length).toBe(8);
  release();
  expect((await login).httpStatus).toBe(200);
  expect(
    (await Promise.all(strangers)).filter(({ reason }) => reason === 'invalid_credentials'),
  ).toHaveLength(4);

  // What was rejected left no count, and one line in the log that has no stack.
  const counts = "select subject from rate_limits where action = 'account'";
  expect(await inspect(server.database, counts)).toHaveLength(4);
  const lines = server.log.lines().filter(({ level }) => level >= 40);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'too many passwords wait for verification: the server returns 503 to some logins',
  ]);
  expect(server.log.text()).not.toContain('stack');
});

test('one network cannot fill the queue for others', async () => {
  const { logInFrom, owner, refused, release, strangers } = await fullServer(() => '203.0.113.1');
  const login = logInFrom('192.0.2.1', owner);
  await expect.poll(() => refused.length).toBe(8);
  release();
  expect((await login).httpStatus).toBe(200);
  await Promise.all(strangers);
});

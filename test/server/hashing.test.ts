import { expect, test } from 'vitest';
import { type Argon2, createPasswords } from '../../server/security/passwords/password.ts';
import { generate, logIn, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

/** Verifies nothing while paused, and counts how many verifications ran at once. */
function slowArgon2() {
  const paused: (() => void)[] = [];
  let isPaused = false;
  let most = 0;
  const argon2: Argon2 = {
    hash: async (password) => String(password),
    verify: async (hash, password) => {
      if (isPaused) await new Promise<void>((resolve) => (most = Math.max(most, paused.push(resolve))));
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
  return { argon2, hold, release, most: () => most };
}

test('verifies a few logins at once, lets some wait, and returns 503 for the rest', async () => {
  const { argon2, hold, release, most } = slowArgon2();
  const server = await serverForTest({
    rateLimits: true,
    passwords: createPasswords({ argon2 }),
    config: { hashing: { atOnce: 2, waiting: 3 } },
  });
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

test('a login that was not verified does not count as failed', async () => {
  const { argon2, hold, release, most } = slowArgon2();
  const server = await serverForTest({
    rateLimits: true,
    passwords: createPasswords({ argon2 }),
    config: { hashing: { atOnce: 1, waiting: 0 } },
  });
  const credentials = credentialsOf(await addPerson(server));
  hold();
  const paused = logIn(server, { identity: 'nobody@example.com', password: 'wrong' });
  await expect.poll(most).toBe(1);
  for (let count = 0; count < 10; count += 1)
    expect((await logIn(server, credentials)).reason).toBe('unavailable');
  release();
  expect((await paused).reason).toBe('invalid_credentials');
  expect((await logIn(server, credentials)).httpStatus).toBe(200);
});

import { expect, test } from 'vitest';
import { type Argon2, createPasswords } from '../../server/security/passwords/password.ts';
import { generate, logIn, tokenOf } from '../support/http/call-operations.ts';
import { addPerson, credentialsOf } from '../support/server/people.ts';
import { serverForTest } from '../support/server/test-server.ts';

/** Verifies nothing while it is held, and knows how many it was given at once. */
function slowArgon2() {
  const held: (() => void)[] = [];
  let isHeld = false;
  let most = 0;
  const argon2: Argon2 = {
    hash: async (password) => String(password),
    verify: async (hash, password) => {
      if (isHeld) await new Promise<void>((resolve) => (most = Math.max(most, held.push(resolve))));
      return hash === String(password);
    },
  };
  const hold = () => {
    isHeld = true;
  };
  const release = () => {
    isHeld = false;
    for (const resolve of held.splice(0)) resolve();
  };
  return { argon2, hold, release, most: () => most };
}

test('logins that come at once are verified a few at a time, some wait, the rest is told to come back', async () => {
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
  // All have come by then: five are held, and no other is.
  await expect.poll(() => refused).toEqual(['unavailable', 'unavailable', 'unavailable']);
  expect((await generate(server, token)).httpStatus).toBe(200);
  expect(most()).toBe(2);
  release();

  const answers = await Promise.all(logins);
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(5);
  expect(answers.filter(({ reason }) => reason === 'unavailable')).toHaveLength(3);
  expect(most()).toBe(2);
  for (const credentials of others) expect((await logIn(server, credentials)).httpStatus).toBe(200);
});

test('a login that was not verified is no failure', async () => {
  const { argon2, hold, release, most } = slowArgon2();
  const server = await serverForTest({
    rateLimits: true,
    passwords: createPasswords({ argon2 }),
    config: { hashing: { atOnce: 1, waiting: 0 } },
  });
  const credentials = credentialsOf(await addPerson(server));
  hold();
  const held = logIn(server, { identity: 'nobody@example.com', password: 'wrong' });
  await expect.poll(most).toBe(1);
  for (let count = 0; count < 10; count += 1)
    expect((await logIn(server, credentials)).reason).toBe('unavailable');
  release();
  expect((await held).reason).toBe('invalid_credentials');
  expect((await logIn(server, credentials)).httpStatus).toBe(200);
});

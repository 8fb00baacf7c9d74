import { expect, test, vi } from 'vitest';
import { type Argon2, createPasswords } from '../../../server/security/passwords/password.ts';
import type { PasswordCost } from '../../../server/security/passwords/password-cost.ts';
import { generate, logIn, tokenOf } from '../../support/http/call-operations.ts';
import { seconds } from '../../support/server/clock.ts';
import { addPerson, addPersonWithMfa, codeOf, credentialsOf } from '../../support/server/people.ts';
import { serverForTest } from '../../support/server/test-server.ts';

const older = 'm=19456,t=2,p=1';
const newer = 'm=32768,t=3,p=2';

/** Hashes are the password behind their cost, and every computation is counted with what it cost. */
function countedArgon2() {
  const encode = (cost: string, password: Uint8Array) =>
    `$argon2id$v=19$${cost}$c2FsdA$${Buffer.from(password).toString('hex')}`;
  const costOf = (encoded: string) => String(/m=[^$]+/.exec(encoded)?.[0]);
  const hash = vi.fn<Argon2['hash']>(
    async (password, { memoryCost, timeCost, parallelism }: PasswordCost) =>
      encode(`m=${memoryCost},t=${timeCost},p=${parallelism}`, password),
  );
  const verify = vi.fn<Argon2['verify']>(
    async (stored, password) => stored === encode(costOf(stored), password),
  );
  const verified = () => verify.mock.calls.map(([stored]) => costOf(stored));
  const clear = () => {
    hash.mockClear();
    verify.mockClear();
  };
  return { argon2: { hash, verify }, hash, verified, clear };
}

/** A server whose new hashes have the newer cost, and what makes accounts with hashes of the older one. */
async function aServer() {
  const counted = countedArgon2();
  const { argon2 } = counted;
  const passwords = createPasswords({ memoryCost: 32768, timeCost: 3, parallelism: 2, argon2 });
  const server = await serverForTest({ passwords });
  const before = { ...server, passwords: createPasswords({ argon2 }) };
  const costOf = async (identity: string) => {
    const account = await server.store.accounts.findByIdentity(identity);
    return /m=[^$]+/.exec(account?.passwordHash ?? '')?.[0];
  };
  return { server, before, costOf, ...counted };
}

test('a login with the right password rehashes it at the current cost, once, and ends no token', async () => {
  const { server, before, costOf, hash, clear } = await aServer();
  const person = await addPersonWithMfa(before);
  const credentials = credentialsOf(person);
  const token = await tokenOf(server, { ...credentials, otp: person.recoveryCodes[0] });
  expect(await costOf(person.identity)).toBe(newer);
  clear();
  expect((await logIn(server, { ...credentials, otp: codeOf(person, server) })).httpStatus).toBe(
    200,
  );
  expect(hash).not.toHaveBeenCalled();
  expect((await generate(server, token)).httpStatus).toBe(200);
});

test('a failed login does not change the hash', async () => {
  const { server, before, costOf } = await aServer();
  const person = await addPersonWithMfa(before);
  const credentials = credentialsOf(person);
  for (const body of [
    { ...credentials, password: 'wrong' },
    credentials,
    { ...credentials, otp: '000000' },
  ])
    expect((await logIn(server, body)).httpStatus).not.toBe(200);
  expect(await costOf(person.identity)).toBe(older);
});

// So many that each of two costs is drawn for some of them, but for once in two thousand million runs.
const strangers = Array.from({ length: 32 }, (_, index) => `nobody-${index}@example.com`);

test('verifying for an unknown identity costs the same as for a known one', async () => {
  const { server, before, verified, clear } = await aServer();
  const send = async () => {
    clear();
    for (const identity of strangers) await logIn(server, { identity, password: 'wrong' });
    return verified();
  };
  expect(new Set(await send())).toEqual(new Set([newer]));

  const [ana, ben] = [await addPerson(before), await addPerson(before)];
  server.clock.advance(seconds(6));
  expect(new Set(await send())).toEqual(new Set([older]));

  await logIn(server, credentialsOf(ana));
  server.clock.advance(seconds(6));
  const mixed = await send();
  expect(new Set(mixed)).toEqual(new Set([older, newer]));
  expect(await send()).toEqual(mixed);

  await logIn(server, credentialsOf(ben));
  server.clock.advance(seconds(6));
  expect(new Set(await send())).toEqual(new Set([newer]));
});

test('an unknown identity is the same in any letter case', async () => {
  const { server, before, verified, clear } = await aServer();
  await addPerson(before);
  await logIn(server, credentialsOf(await addPerson(before)));
  server.clock.advance(seconds(6));
  for (const identity of strangers) {
    clear();
    for (const spelt of [identity, identity.toUpperCase()])
      await logIn(server, { identity: spelt, password: 'wrong' });
    expect(new Set(verified()).size).toBe(1);
  }
});

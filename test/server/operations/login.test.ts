import { expect, test, vi } from 'vitest';
import { type Argon2, createPasswords } from '../../../server/security/passwords/password.ts';
import { logIn, textIn } from '../../support/http/call-operations.ts';
import { addPerson, addPersonWithMfa, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';

const server = await serverForFile();

test('each login costs exactly one Argon2id verification, none of another cost, and two decryptions', async () => {
  const verify = vi.fn<Argon2['verify']>(async (_hash, password) => String(password) === 'right');
  const cost = '$argon2id$v=19$m=8,t=1,p=1$';
  const argon2 = { hash: async () => `${cost}c2FsdHNhbHQ$aGFzaA`, verify };
  const counting = await serverForTest({
    passwords: createPasswords({ memoryCost: 8, timeCost: 1, argon2 }),
  });
  const right = credentialsOf(await addPerson(counting, { password: 'right' }));
  const disabled = await addPerson(counting);
  await counting.store.accounts.disable(disabled.id, counting.clock.now());
  const withMfa = credentialsOf(await addPersonWithMfa(counting));
  const decrypt = vi.spyOn(counting.store.encryption, 'decrypt');
  for (const body of [
    { identity: 'nobody@example.com', password: disabled.password },
    { ...right, password: 'wrong' },
    credentialsOf(disabled),
    { identity: disabled.identity, password: 'wrong' },
    { ...withMfa, password: 'wrong' },
    right,
  ]) {
    verify.mockClear();
    decrypt.mockClear();
    await logIn(counting, body);
    expect(verify.mock.calls).toEqual([[expect.stringContaining(cost), expect.anything()]]);
    expect(decrypt).toHaveBeenCalledTimes(2);
  }
});

test('without a password nothing is looked up or verified, and every response is the same', async () => {
  const verify = vi.fn<Argon2['verify']>();
  const argon2 = { hash: async () => 'a hash', verify };
  const counting = await serverForTest({ passwords: createPasswords({ argon2 }) });
  const person = await addPerson(counting);
  const find = vi.spyOn(counting.store.accounts, 'findByIdentity');
  for (const identity of [person.identity, 'nobody@example.com']) {
    for (const more of [{}, { otp: '123456' }])
      expect((await logIn(counting, { identity, ...more })).reason).toBe('password_required');
  }
  expect(verify).not.toHaveBeenCalled();
  expect(find).not.toHaveBeenCalled();

  await logIn(counting, credentialsOf(person));
  expect([verify.mock.calls.length, find.mock.calls.length]).toEqual([1, 1]);
});

test.each([
  ['a space after it', 'secret ', 'secret'],
  ['a mark before it', '\ufeffmark', 'mark'],
  ['composition', 'caf\u00e9', 'cafe\u0301'],
  ['decomposition', 'cafe\u0301', 'caf\u00e9'],
  ['the last of 1024 characters', `${'\u{1f511}'.repeat(1023)}a`, `${'\u{1f511}'.repeat(1023)}b`],
  ['an invisible joiner', 'a\u200db', 'ab'],
])('a password is exact: %s matters', async (_case, password, neighbour) => {
  const { identity } = await addPerson(server, { password });
  expect((await logIn(server, { identity, password: neighbour })).reason).toBe(
    'invalid_credentials',
  );
  expect((await logIn(server, { identity, password })).httpStatus).toBe(200);
});

test('an identity is the same in any case and composition, and not in another width', async () => {
  const { password, id } = await addPerson(server, { identity: 'Ren\u00e9e@Example.com' });
  for (const identity of [
    'ren\u00e9e@example.com',
    'RENE\u0301E@EXAMPLE.COM',
    'Ren\u00e9e@Example.com',
  ])
    expect(textIn(await logIn(server, { identity, password }), 'me_id')).toBe(id);
  for (const identity of [
    'renee@example.com',
    '\uff52en\u00e9e@example.com',
    'ren\u00e9e@example.com.',
  ])
    expect((await logIn(server, { identity, password })).reason).toBe('invalid_credentials');
});

import { expect, test, vi } from 'vitest';
import { type Argon2, createPasswords } from '../../../server/security/passwords/password.ts';
import { generate, logIn, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { expectCredential } from '../../support/server/credentials.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest, type TestServer } from '../../support/server/test-server.ts';

const server = await serverForFile();

test('a login returns a token, its user, and its lifetime', async () => {
  const person = await addPerson(server);
  const { data = {} } = await logIn(server, credentialsOf(person));
  expect(data).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 3600,
    me_id: person.id,
    mfa_enabled: false,
    nickname: 'Ana',
  });
  expectCredential(data.access_token, 'aat_');
});

test('each login returns its own token, and both work', async () => {
  const credentials = credentialsOf(await addPerson(server));
  const tokens = [await tokenOf(server, credentials), await tokenOf(server, credentials)];
  expect(tokens[0]).not.toBe(tokens[1]);
  for (const token of tokens) expect((await generate(server, token)).httpStatus).toBe(200);
});

const strangers = async (on: TestServer) => {
  const person = await addPerson(on);
  const disabled = await addPerson(on);
  await on.store.accounts.disable(disabled.id, on.clock.now());
  return {
    unknown: { identity: 'nobody@example.com', password: person.password },
    wrong: { identity: person.identity, password: 'wrong' },
    disabled: credentialsOf(disabled),
    'disabled and wrong': { identity: disabled.identity, password: 'wrong' },
  };
};

test('unknown, wrong and disabled get the same response, byte for byte except for the trace id', async () => {
  const bodies = Object.values(await strangers(server));
  const responses = await Promise.all(bodies.map((body) => logIn(server, body)));
  const alike = responses.map(({ text, headers, traceId }) => ({
    text: text.replace(traceId, ''),
    headers: headers.filter(([name]) => name !== 'date'),
  }));
  expect(responses[0]?.reason).toBe('invalid_credentials');
  for (const other of alike) expect(other).toEqual(alike[0]);
});

test('each login costs exactly one Argon2id verification, and none of another cost', async () => {
  const verify = vi.fn<Argon2['verify']>(async (_hash, password) => String(password) === 'right');
  const cost = '$argon2id$v=19$m=8,t=1,p=1$';
  const argon2 = { hash: async () => `${cost}c2FsdHNhbHQ$aGFzaA`, verify };
  const counting = await serverForTest({
    passwords: createPasswords({ memoryCost: 8, timeCost: 1, argon2 }),
  });
  const right = await addPerson(counting, { password: 'right' });
  for (const body of [...Object.values(await strangers(counting)), credentialsOf(right)]) {
    verify.mockClear();
    await logIn(counting, body);
    expect(verify.mock.calls).toEqual([[expect.stringContaining(cost), expect.anything()]]);
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
  ['case', 'Secret', 'secret'],
  ['a space after it', 'secret', 'secret '],
  ['a space before it', 'secret', ' secret'],
  ['composition', 'caf\u00e9', 'cafe\u0301'],
  ['decomposition', 'cafe\u0301', 'caf\u00e9'],
  ['width', 'a', '\uff41'],
  ['what comes after 72 bytes', `${'x'.repeat(72)}a`, `${'x'.repeat(72)}b`],
  ['the last of 1024 characters', `${'\u{1f511}'.repeat(1023)}a`, `${'\u{1f511}'.repeat(1023)}b`],
  ['a line break', 'secret\n', 'secret'],
  ['an invisible joiner', 'a\u200db', 'ab'],
])('a password is exact: %s matters', async (_case, password, neighbour) => {
  const { identity } = await addPerson(server, { password });
  expect((await logIn(server, { identity, password: neighbour })).reason).toBe('invalid_credentials');
  expect((await logIn(server, { identity, password })).httpStatus).toBe(200);
});

test('an identity is the same in any case and composition, and not in another width', async () => {
  const { password, id } = await addPerson(server, { identity: 'Ren\u00e9e@Example.com' });
  for (const identity of ['ren\u00e9e@example.com', 'RENE\u0301E@EXAMPLE.COM', 'Ren\u00e9e@Example.com'])
    expect(textIn(await logIn(server, { identity, password }), 'me_id')).toBe(id);
  for (const identity of ['renee@example.com', '\uff52en\u00e9e@example.com', 'ren\u00e9e@example.com.'])
    expect((await logIn(server, { identity, password })).reason).toBe('invalid_credentials');
});

test('a code for an account without MFA is ignored', async () => {
  const credentials = credentialsOf(await addPerson(server));
  for (const otp of ['000000', 'nonsense'])
    expect((await logIn(server, { ...credentials, otp })).httpStatus).toBe(200);
});

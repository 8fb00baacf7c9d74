import { expect, test } from 'vitest';
import { logIn, textIn } from '../../support/http/call-operations.ts';
import { addPerson } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();

test('without a password the response says nothing about the identity', async () => {
  const person = await addPerson(server);
  for (const identity of [person.identity, 'nobody@example.com']) {
    for (const more of [{}, { otp: '123456' }]) {
      expect((await logIn(server, { identity, ...more })).reason).toBe('password_required');
    }
  }
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

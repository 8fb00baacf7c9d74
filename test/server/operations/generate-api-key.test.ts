import { expect, test } from 'vitest';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { expectCredential } from '../../support/server/credentials.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest, type TestServer } from '../../support/server/test-server.ts';

const logInSomebody = async (on: TestServer) => tokenOf(on, credentialsOf(await addPerson(on)));
const server = await serverForFile();
const token = await logInSomebody(server);

test('returns a key with its id, creation time, prefix and advice', async () => {
  const { data = {} } = await generate(server, token, { description: 'Nightly build' });
  expect(data).toEqual({
    id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
    api_key: expect.any(String),
    note: expect.stringMatching(/root-level key\. Store it now/),
    description: 'Nightly build',
    created_at: '2026-01-01T12:00:00.000Z',
    key_prefix: String(data.api_key).slice(0, 12),
  });
  expectCredential(data.api_key, 'aak_');
});

test('no two keys have the same key or id', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => generate(server, token)));
  for (const name of ['id', 'api_key', 'key_prefix'])
    expect(new Set(responses.map((response) => textIn(response, name))).size).toBe(20);
});

test.each([
  ['none', {}, ''],
  ['an empty one', { description: '' }, ''],
  ['spaces', { description: '  two  ' }, '  two  '],
  ['255 characters', { description: 'x'.repeat(255) }, 'x'.repeat(255)],
  ['emoji of several code points', { description: '\u{1f469}\u200d\u{1f4bb}' }, '\u{1f469}\u200d\u{1f4bb}'],
  ['a hyphenation point', { description: 'hy\u2027phen' }, 'hy\u2027phen'],
  ['what means something elsewhere', { description: `<b>'"; --%s\\` }, `<b>'"; --%s\\`],
])('a description may be %s', async (_case, body, description) => {
  expect((await generate(server, token, body)).data?.description).toBe(description);
});

test.each([
  ['256 characters', 'x'.repeat(256)],
  ['a number', 1],
  ['null', null],
  ['a line break', 'a\nb'],
  ['a tab', 'a\tb'],
  ['an escape', '\u001b[31m'],
  ['DEL', '\u007f'],
  ['a control of the second set', '\u009b31m'],
  ['a line separator', 'a\u2028b'],
  ['a writing direction turned round', '\u202egpj'],
])('a description cannot be %s', async (_case, description) => {
  expect((await generate(server, token, { description })).reason).toBe('validation_failed');
});

test('an unknown field is rejected, so that a misspelled field is not ignored', async () => {
  expect((await generate(server, token, { descripton: 'x' })).reason).toBe('validation_failed');
});

test('at most a hundred keys are active; revoking one makes room for another', async () => {
  const other = await serverForTest();
  const [own, neighbour] = [await logInSomebody(other), await logInSomebody(other)];
  const first = textIn(await generate(other, own), 'id');
  await Promise.all(Array.from({ length: 99 }, () => generate(other, own)));
  expect((await generate(other, own)).reason).toBe('key_limit_reached');
  expect((await generate(other, neighbour)).httpStatus).toBe(200);

  expect((await revoke(other, own, first)).httpStatus).toBe(200);
  expect((await generate(other, own)).httpStatus).toBe(200);
  expect((await generate(other, own)).reason).toBe('key_limit_reached');
});

test('concurrent requests do not exceed the limit', async () => {
  const other = await serverForTest({ config: { maximumKeys: 5 } });
  const own = await logInSomebody(other);
  const responses = await Promise.all(Array.from({ length: 20 }, () => generate(other, own)));
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(5);
});

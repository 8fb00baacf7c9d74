import { expect, test } from 'vitest';
import { generate, tokenOf } from '../../support/http/call-operations.ts';
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

test.each([
  ['a tab', 'a\tb'],
  ['DEL', '\u007f'],
  ['a line separator', 'a\u2028b'],
])('a description cannot be %s', async (_case, description) => {
  expect((await generate(server, token, { description })).reason).toBe('validation_failed');
});

test('concurrent requests do not exceed the limit, which is that of each user', async () => {
  const other = await serverForTest({ config: { maximumKeys: 5 } });
  const own = await logInSomebody(other);
  const responses = await Promise.all(Array.from({ length: 20 }, () => generate(other, own)));
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(5);
  expect((await generate(other, await logInSomebody(other))).httpStatus).toBe(200);
});

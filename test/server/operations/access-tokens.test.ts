import { expect, test } from 'vitest';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { addCaller, addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';
import { accountChanges } from './token-ends.ts';

const server = await serverForFile();
const { token } = await addCaller(server);

test('an API key is not accepted as an access token', async () => {
  const key = textIn(await generate(server, token), 'api_key');
  expect((await generate(server, key)).reason).toBe('token_invalid');
  expect((await revoke(server, key, 'x')).reason).toBe('token_invalid');
});

test.each(Object.entries(accountChanges))(
  'every token ends with %s, and nobody else’s',
  async (_case, change) => {
    const somebody = await addPerson(server);
    const credentials = credentialsOf(somebody);
    const tokens = [await tokenOf(server, credentials), await tokenOf(server, credentials)];
    await change(server, somebody);
    for (const ended of tokens)
      expect((await generate(server, ended)).reason).toBe('token_invalid');
    expect((await generate(server, token)).httpStatus).toBe(200);
  },
);

test('twenty tokens are valid at once; another login ends the oldest', async () => {
  const other = await serverForTest();
  const credentials = credentialsOf(await addPerson(other));
  const tokens: string[] = [];
  for (let count = 0; count < 22; count += 1) {
    tokens.push(await tokenOf(other, credentials));
    other.clock.advance(1);
  }
  for (const [nth, own] of tokens.entries())
    expect((await generate(other, own)).reason).toBe(nth < 2 ? 'token_invalid' : undefined);
  // Of those of one moment, the newest is valid.
  for (let count = 0; count < 22; count += 1)
    expect((await generate(other, await tokenOf(other, credentials))).httpStatus).toBe(200);
});

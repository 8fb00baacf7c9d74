import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { generate, paths, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import { readDatabase } from '../../support/server/database.ts';
import { addCaller, addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest } from '../../support/server/test-server.ts';
import { type TokenEnd, tokenEnds } from './token-ends.ts';

const server = await serverForFile();
const { token } = await addCaller(server);

/** A user with a token, on a new server. */
async function onOwnServer(...given: Parameters<typeof serverForTest>) {
  const own = await serverForTest(...given);
  return { own, ...(await addCaller(own)) };
}

test.each([
  ['no body', '{}', undefined, '{}'],
  ['no body', 'an empty description', undefined, '{"description":""}'],
  ['one spelling', 'another', '{"description":"caf\u00e9"}', ' { "description" : "caf\\u00e9" } '],
])('%s and %s are the same request', async (_one, _other, body, again) => {
  const headers = [['Idempotency-Key', randomUUID()]] as const;
  const send = (content: string | undefined) =>
    sendRequest(server, { target: paths.generate, token, headers, body: content });
  const first = await send(body);
  expect((await send(again)).data).toEqual(first.data);
  expect(textIn(first, 'api_key')).toMatch(/^aak_/);
});

test('a repetition counts against the rate limit', async () => {
  const { own, token: ownToken } = await onOwnServer({ config: { rateLimits: true } });
  await generate(own, ownToken, {}, 'same');
  expect((await generate(own, ownToken, {}, 'same')).header('ratelimit')).toContain('r=58;');
});

const aRevocation: TokenEnd = async (on, person) => {
  const current = await tokenOf(on, credentialsOf(person));
  for (const { id } of await on.store.apiKeys.list(person.id)) await revoke(on, current, id);
  return credentialsOf(person);
};

test.each(Object.entries({ ...tokenEnds, 'a revocation': aRevocation }))(
  '%s: no request returns a key of before',
  async (_change, end) => {
    const { person: user, token: own } = await addCaller(server);
    const neighbour = await tokenOf(server, credentialsOf(await addPerson(server)));
    const planted = await generate(server, own, {}, 'deploy-8');
    const others = await generate(server, neighbour, {}, 'deploy-8');
    const later = await tokenOf(server, await end(server, user));
    const again = await generate(server, later, {}, 'deploy-8');
    expect(again).toMatchObject({ httpStatus: 409, reason: 'idempotency_key_spent' });
    expect(again.text).not.toContain(textIn(planted, 'api_key'));
    expect((await generate(server, neighbour, {}, 'deploy-8')).data).toEqual(others.data);
  },
);

test('two values in one request are malformed', async () => {
  const headers = [
    ['Idempotency-Key', 'one'],
    ['idempotency-key', 'one'],
  ] as const;
  const response = await sendRequest(server, { target: paths.generate, token, headers, body: {} });
  expect(response.reason).toBe('malformed_request');
});

test('neither the value nor the key is in the database or the log', async () => {
  const { own, token: ownToken } = await onOwnServer();
  const value = `canary-${randomUUID()}`;
  const key = textIn(await generate(own, ownToken, {}, value), 'api_key');
  await generate(own, ownToken, { description: 'other' }, value);
  await sendRequest(own, {
    target: paths.generate,
    token: ownToken,
    headers: [['Idempotency-Key', `${value}\u00e9`]],
  });
  await generate(own, undefined, {}, value);
  await expect.poll(() => own.log.lines().length).toBeGreaterThanOrEqual(5);
  const database = await readDatabase(own.database);
  for (const secret of [value, key, key.slice(12)]) {
    expect(own.log.text()).not.toContain(secret);
    expect(database).not.toContain(secret);
  }
});

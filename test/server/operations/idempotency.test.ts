import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { generate, paths, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import { inspect, readDatabase, tamper, verifyAudit } from '../../support/server/database.ts';
import { addCaller, addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile, serverForTest, type TestServer } from '../../support/server/test-server.ts';
import { type TokenEnd, tokenEnds } from './token-ends.ts';

const server = await serverForFile();
const { token } = await addCaller(server);

/** A user with a token, on a new server. */
async function onOwnServer(...given: Parameters<typeof serverForTest>) {
  const own = await serverForTest(...given);
  return { own, ...(await addCaller(own)) };
}

const keysOf = (on: TestServer, { id }: { readonly id: string }) =>
  on.store.apiKeys.list(id, on.clock.now());

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

test('a key that has expired is not returned again', async () => {
  const { own, person, token: ownToken } = await onOwnServer();
  await generate(own, ownToken, {}, 'same');
  // The service generates no such keys; an embedding program can.
  await tamper(own.database, `update api_keys set expires_at = ${own.clock.now() + 1}`);
  expect((await generate(own, ownToken, {}, 'same')).httpStatus).toBe(200);
  own.clock.advance(1);
  expect((await generate(own, ownToken, {}, 'same')).reason).toBe('idempotency_key_spent');
  expect(await keysOf(own, person)).toHaveLength(1);
});

test('a repetition counts against the rate limit', async () => {
  const { own, token: ownToken } = await onOwnServer({ rateLimits: true });
  await generate(own, ownToken, {}, 'same');
  expect((await generate(own, ownToken, {}, 'same')).header('ratelimit')).toContain('r=58;');
});

test('one event records the key, and one each repetition that returns it', async () => {
  const { own, token: ownToken } = await onOwnServer();
  const first = await generate(own, ownToken, {}, 'same');
  const again = await generate(own, ownToken, {}, 'same');
  await generate(own, ownToken, { description: 'other' }, 'same');
  await revoke(own, ownToken, textIn(first, 'id'));
  await generate(own, ownToken, {}, 'same');
  expect(await verifyAudit(own.database)).toMatchObject({ intact: true });
  const query =
    "select event, trace_id from audit_events where detail = '$' and actor = 'service' order by sequence";
  const detail = JSON.stringify({ keyId: first.data?.id });
  expect(await inspect(own.database, query.replace('$', detail))).toEqual([
    { event: 'api_key_created', trace_id: first.traceId },
    { event: 'api_key_repeated', trace_id: again.traceId },
    { event: 'api_key_revoked', trace_id: expect.any(String) },
  ]);
});

const aRevocation: TokenEnd = async (on, person) => {
  const current = await tokenOf(on, credentialsOf(person));
  for (const { id } of await keysOf(on, person)) await revoke(on, current, id);
  return credentialsOf(person);
};

test.each(Object.entries({ ...tokenEnds, 'a revocation': aRevocation }))(
  '%s: no request returns a key of before, and its key material is forgotten',
  async (_change, end) => {
    const { person: user, token: own } = await addCaller(server);
    const neighbour = await tokenOf(server, credentialsOf(await addPerson(server)));
    const planted = await generate(server, own, {}, 'deploy-8');
    const others = await generate(server, neighbour, {}, 'deploy-8');
    const later = await tokenOf(server, await end(server, user));
    const again = await generate(server, later, {}, 'deploy-8');
    expect(again).toMatchObject({ httpStatus: 409, reason: 'idempotency_key_spent' });
    expect(again.text).not.toContain(textIn(planted, 'api_key'));
    const keyMaterial = `select key_material from idempotency_records where account_id = '${user.id}'`;
    expect(await inspect(server.database, keyMaterial)).toEqual([{ key_material: null }]);
    expect((await generate(server, neighbour, {}, 'deploy-8')).data).toEqual(others.data);
  },
);

test('the key material of another key of the same user gives no key', async () => {
  const { own, person, token: ownToken } = await onOwnServer();
  const [one, two] = [
    await generate(own, ownToken, {}, 'one'),
    await generate(own, ownToken, {}, 'two'),
  ].map((response) => textIn(response, 'id'));
  await tamper(
    own.database,
    `update idempotency_records set key_material = (select key_material from idempotency_records where key_id = '${one}')
     where key_id = '${two}'`,
  );
  const response = await generate(own, ownToken, {}, 'two');
  expect(response).toMatchObject({ httpStatus: 500, reason: 'internal_error' });
  expect(own.log.text()).toContain(
    `idempotency_records.key_material of account ${person.id} is not that of the key ${two}`,
  );
  expect((await generate(own, ownToken, {}, 'one')).httpStatus).toBe(200);
  const repeated = "select detail from audit_events where event = 'api_key_repeated'";
  expect(await inspect(own.database, repeated)).toEqual([
    { detail: JSON.stringify({ keyId: one }) },
  ]);
});

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
  for (const secret of [value, key, key.slice(12), own.store.encryption.ring().keys[0]]) {
    expect(own.log.text()).not.toContain(secret);
    expect(database).not.toContain(secret);
  }
  const [record] = await inspect(own.database, 'select key_material from idempotency_records');
  expect(record).toMatchObject({ key_material: expect.stringMatching(/^v1\./) });
});

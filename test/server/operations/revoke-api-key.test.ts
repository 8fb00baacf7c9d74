import { expect, test } from 'vitest';
import { generate, revoke, textIn, tokenOf } from '../../support/http/call-operations.ts';
import { seconds } from '../../support/server/clock.ts';
import { addPerson, credentialsOf } from '../../support/server/people.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();
const person = await addPerson(server);
const token = await tokenOf(server, credentialsOf(person));
const other = await addPerson(server);
const neighbour = await tokenOf(server, credentialsOf(other));
const newKey = async (owner = token) => textIn(await generate(server, owner), 'id');

test('a revocation returns the key id and the time', async () => {
  const id = await newKey();
  server.clock.advance(seconds(90));
  const revokedAt = new Date(server.clock.now()).toISOString();
  expect((await revoke(server, token, id)).data).toEqual({
    message: 'API key revoked',
    id,
    revoked_at: revokedAt,
  });
});

test('revoking again returns the same response, with the first time', async () => {
  const id = await newKey();
  const { data } = await revoke(server, token, id);
  server.clock.advance(seconds(1));
  expect((await revoke(server, token, id)).data).toEqual(data);
});

test('another user’s key, an unknown and a malformed id get the same response, except for the trace id', async () => {
  const theirs = await newKey(neighbour);
  const revoked = await newKey(neighbour);
  await revoke(server, neighbour, revoked);
  const ids = [
    theirs,
    revoked,
    'key_0000000000000000000000',
    'x',
    'KEY_',
    `${theirs}x`,
    theirs.toLowerCase(),
  ];
  const texts = [];
  for (const id of ids) {
    const { reason, text, traceId } = await revoke(server, token, id);
    expect(reason).toBe('key_not_found');
    texts.push(text.replace(traceId, ''));
  }
  expect(new Set(texts).size).toBe(1);
  // And it did nothing to the neighbour's key.
  const keys = await server.store.apiKeys.list(other.id, server.clock.now());
  expect(keys.find(({ id }) => id === theirs)?.state).toBe('active');
});

test('neither a key itself nor its prefix is an id', async () => {
  const { data } = await generate(server, token);
  for (const id of [data?.api_key, data?.key_prefix])
    expect((await revoke(server, token, String(id))).reason).toBe('key_not_found');
});

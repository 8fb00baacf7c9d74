import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createService } from '../../../server/service.ts';
import { logIn, paths } from '../../support/http/call-operations.ts';
import { listenForTest } from '../../support/http/listen-for-test.ts';
import { sendRequest } from '../../support/http/send-request.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { serverForFile } from '../../support/server/test-server.ts';

const server = await serverForFile();
test.each([
  'application/json; charset="UTF-8"',
  'application/json ; charset=Utf-8',
  'application/json; profile=x',
])('the media type "%s" is accepted, also with the coding identity', async (type) => {
  const body = '{"identity":"a@b"}';
  for (const coding of [[], [['Content-Encoding', 'Identity']]] as const) {
    const headers = [['Content-Type', type], ...coding] as const;
    const { reason } = await sendRequest(server, { target: paths.login, headers, body });
    expect(reason).toBe('password_required');
  }
});

test('a media type leaves nothing behind, whatever its parameters are', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const send = async (name: string) => {
    for (let nth = 0; nth < 200; nth += 1) {
      const headers = [
        ['Content-Type', `application/json; ${name}=${nth}${'x'.repeat(4000)}`],
      ] as const;
      const { reason } = await sendRequest(server, { target: paths.login, headers, body: '{}' });
      expect(reason).toBe('validation_failed');
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await send('a');
  expect((await send('b')) - before).toBeLessThan(2_000_000);
});

test.each([
  ['NUL in a name', '{"identity\\u0000":"a@b"}'],
  ['NUL in an unknown field', '{"identity":"a@b","x":[{"y":"\\u0000"}]}'],
  ['a field named twice deeper down', '{"identity":"a@b","x":{"y":1,"y":2}}'],
  ['a field named twice in a list', '[{"y":1,"y":2}]'],
  ['__proto__ named twice', '{"__proto__":1,"__proto__":2}'],
  ['nine levels of lists', '['.repeat(9) + ']'.repeat(9)],
])('%s is a malformed_request', async (_case, body) => {
  const response = await logIn(server, body);
  expect(response.reason).toBe('malformed_request');
  expect(response.data).toBeUndefined();
});

test.each([
  ['eight levels', `${'{"a":'.repeat(8)}1${'}'.repeat(8)}`],
  ['one name at two levels', '{"identity":{"identity":1}}'],
  ['one name in two objects', '[{"a":1},{"a":1}]'],
  ['colons, quotes and backslashes in texts', '{"a:\\":\\\\":"::\\\\\\":",":":{"":":"}}'],
  ['a field called __proto__', '{"identity":"a@b","__proto__":{}}'],
  ['a number too large for a double', '{"identity":1e999}'],
  ['a number of ten thousand digits', `{"identity":${'9'.repeat(10_000)}}`],
  ['a thousand unknown fields', `{${Array.from({ length: 1000 }, (_, nth) => `"m${nth}":0`)}}`],
  [
    'a text that makes a pattern try for long',
    `{"identity":"${'a'.repeat(7000)}@${'@'.repeat(7000)}"}`,
  ],
])('%s is JSON, but does not follow the contract', async (_case, body) => {
  expect((await logIn(server, body)).reason).toBe('validation_failed');
});

test.each([
  ['a surrogate pair by escape', '{"identity":"a@\\ud83d\\ude00"}'],
  ['a text that looks like a field', '{"identity":"\\"identity\\":1@b"}'],
])('%s is read', async (_case, body) => {
  expect((await logIn(server, body)).reason).toBe('password_required');
});

test('a body that a parser of the surrounding app has read is a 500 at once, and the log says what to change', async () => {
  const logged: string[] = [];
  const ignore = () => {};
  const error = ({ err }: { readonly err?: unknown }) => logged.push(String(err));
  const service = await createService({
    config: { database: `${temporaryFolder()}/accounts.db` },
    log: { debug: ignore, info: ignore, warn: ignore, error },
  });
  onTestFinished(() => service.close());
  const port = await listenForTest(createServer(express().use(express.json(), service.listener)));

  const response = await fetch(`http://127.0.0.1:${port}${paths.login}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity: 'ana@example.com', password: 'no' }),
  });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ status: { reason: 'internal_error' } });
  expect(logged.join()).toContain('mount the service before express.json()');
});

import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';
import { mockDocumentOf } from '../../scripts/generate/mock-document.ts';
import { paths } from '../support/http/call-operations.ts';
import { exchange } from '../support/http/send-request.ts';
import { type AnyContract, announced, deprecatedContract } from '../support/server/deprecated-contract.ts';
import { appForTest } from '../support/server/test-app.ts';
import { base, credentials, plain } from './in-process.ts';

// What the generator makes is what the mock reads.
const mock = createMock({}, mockDocumentOf(deprecatedContract('login')) as AnyContract);

async function logIn(headers: Record<string, string> = {}, body: unknown = credentials(plain)) {
  const response = await mock.fetch(base + paths.login, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

test('the mock announces the end of an operation in successes, failures and documented responses', async () => {
  expect(await logIn()).toMatchObject({ status: 200, headers: announced });
  expect(await logIn({}, { identity: plain.identity, password: 'wrong' })).toMatchObject({
    status: 401,
    headers: announced,
  });
  expect(await logIn({}, { unknown: true })).toMatchObject({ status: 400, headers: announced });
  expect(await logIn({ Prefer: 'code=429' })).toMatchObject({ status: 429, headers: announced });
  expect(await logIn({ Prefer: 'scenario=nothing' })).toMatchObject({ status: 400, headers: announced });
});

test('pages may read the announcement', async () => {
  const { headers } = await logIn({ Origin: 'http://localhost:3000' });
  const exposed = headers['access-control-expose-headers']?.split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
});

test('nothing is announced for other operations or unknown paths', async () => {
  for (const path of [paths.generate, '/v1/nothing', '/__mock/journal']) {
    const { headers } = await mock.fetch(base + path, { method: 'POST' });
    expect(headers.has('deprecation'), path).toBe(false);
  }
});

const head = `POST ${paths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
const trailers = `X-Trailer: ${'x'.repeat(80_000)}\r\n`;

test.each([
  ['a broken body', 400, `${head}no length\r\n`, announced],
  ['chunk extensions without end', 413, `${head}1;${'x'.repeat(20_000)}\r\n{`, announced],
  ['trailers without end', 431, `${head}0\r\n${trailers}\r\n`, announced],
  ['headers without end', 431, `${head.slice(0, -2)}${trailers}\r\n`, {}],
  ['no request at all', 400, 'nonsense\r\n\r\n', {}],
])(
  'what is refused below its steps announces what the service does: %s',
  async (_what, status, bytes, reported) => {
    const { url, close } = await startMockServer(mock);
    onTestFinished(close);
    const service = await appForTest(async () => ({}), { document: deprecatedContract('login') });
    for (const port of [Number(new URL(url).port), service.port]) {
      const response = await exchange({ port }, bytes);
      const headers = Object.fromEntries(response.headers.filter(([name]) => name in announced));
      expect({ status: response.status, headers }).toEqual({ status, headers: reported });
    }
  },
);

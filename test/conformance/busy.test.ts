import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTarget } from '../../conformance/engine/http/target.ts';
import { withPatience } from '../../conformance/engine/run/patience.ts';
import { runDocument } from './document/run-document.ts';
import type { Received, Reply } from './json-listener.ts';
import { serverForTest } from './test-server.ts';

const json = { 'application/json': { schema: { type: 'object', required: ['n'] } } };
const text = {
  'application/json': {
    schema: {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', minLength: 1 } },
    },
  },
};
const responses = (status: number) => ({
  [status]: { description: 'OK', content: json },
  400: { description: 'Invalid' },
});
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 }, example: 1 };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { parameters: [limit], responses: responses(200) },
      post: { requestBody: { required: true, content: text }, responses: responses(201) },
    },
    '/status': { get: { responses: { 200: { description: 'OK', content: json } } } },
  },
});

type Refuse = (request: Pick<Received, 'method' | 'path'>, underWay: number) => Reply | undefined;

/** A correct server of the document, but for what it refuses while it works on so many requests. */
async function serverThatRefuses(refuse: Refuse) {
  let underWay = 0;
  let refusals = 0;
  const { url } = await serverForTest(async (request, response) => {
    underWay += 1;
    const [path = '', query] = String(request.url).split('?');
    const method = String(request.method);
    const body = Buffer.concat(await request.toArray()).toString();
    const refusal = refuse({ method, path }, underWay);
    await setTimeout(5);
    underWay -= 1;
    refusals += refusal ? 1 : 0;
    const [status, content, headers] = refusal ?? respond({ method, path, text: body }, query);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(content ?? {}));
  });
  return { url, refusals: () => refusals };
}

function respond(
  { method, path, text: body }: Pick<Received, 'method' | 'path' | 'text'>,
  query = '',
): Reply {
  if (!/^\/(notes|status)$/.test(path)) return [404];
  if (path === '/status') return method === 'GET' ? [200, { n: 1 }] : [405, {}, { allow: 'GET' }];
  const values = new URLSearchParams(query);
  if (method === 'GET')
    return values.has('limit') && !/^[1-9]\d*$/.test(String(values.get('limit')))
      ? [400]
      : [200, { n: 1 }];
  if (method !== 'POST') return [405, {}, { allow: 'GET, POST' }];
  return /^\s*\{.*"text"\s*:\s*"[^"]/s.test(body) && isJson(body) ? [201, { n: 1 }] : [400];
}

function isJson(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return (
      typeof value === 'object' &&
      value !== null &&
      'text' in value &&
      typeof value.text === 'string' &&
      value.text !== ''
    );
  } catch {
    return false;
  }
}

const only = [
  'document/example',
  'document/invalid',
  'document/undeclared',
  'responses',
  'document/response',
];

test.each<[what: string, refuse: Refuse]>([
  [
    '503 to all but one request at a time',
    (_request, underWay) => (underWay > 1 ? [503, {}, { 'retry-after': '1' }] : undefined),
  ],
  [
    '504 to reading requests when it has others',
    ({ method }, underWay) => (method === 'GET' && underWay > 1 ? [504] : undefined),
  ],
])('reports nothing about a server that returns %s', async (_what, refuse) => {
  const { url, refusals } = await serverThatRefuses(refuse);
  const { broken, outcomes } = await runDocument(url, document, {}, { only });
  expect(refusals()).toBeGreaterThan(0);
  expect(broken).toEqual({});
  expect(
    outcomes.filter(({ kind, reason }) => kind === 'skipped' && /50\d/.test(reason ?? '')),
  ).toEqual([]);
});

test.each([502, 503, 504])(
  'reports %i when it stays for a request that is the only one',
  async (status) => {
    const { url } = await serverThatRefuses(({ path }) =>
      path === '/status' ? [status, {}, { 'retry-after': '1' }] : undefined,
    );
    const { broken } = await runDocument(url, document, {}, { only });
    expect(broken).toMatchObject({
      'responses/no-server-error': [`no 5xx status / HTTP ${status}`],
    });
  },
);

test.each([
  ['POST', 504, 1],
  ['POST', 503, 5],
  ['GET', 504, 5],
])('sends %s to a server that always returns %i so often: %i', async (method, status, times) => {
  const { url, refusals } = await serverThatRefuses(() => [status]);
  const target = createTarget({ baseUrl: url });
  onTestFinished(target.close);
  const clock = { now: Date.now, pause: async () => {} };
  const { response, busy } = await withPatience(target, { suites: [] }, clock).send({
    method,
    target: '/notes',
  });
  expect([response?.status, busy, refusals()]).toEqual([status, undefined, times]);
});

import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { jsonRequest } from '../../../conformance/engine/http/request.ts';
import { createTarget } from '../../../conformance/engine/http/target.ts';
import { serverForTest, targetOf, unusedUrl } from '../test-server.ts';

const get = { method: 'GET', target: '/' };
const httpResponse = (head: string, body = '{}') => `HTTP/1.1 200 OK\r\n${head}\r\n${body}`;
const json = 'Content-Type: application/json\r\n';

/** Blocks this process, as on a busy machine. */
function blockProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const endless: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write('x'.repeat(60_000)), 1);
  response.on('close', () => clearInterval(timer));
};

test('returns a response with its status, headers, text and JSON', async () => {
  const target = await targetOf((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: request.url, method: request.method }));
  });
  const { response, error } = await target.send(jsonRequest('POST', '/a?b=c', { d: 1 }));
  expect(error).toBeUndefined();
  expect(response?.status).toBe(200);
  expect(response?.json?.value).toEqual({ url: '/a?b=c', method: 'POST' });
  expect(response?.protocolErrors).toEqual([]);
});

test('adds the base path, and extra headers that the request does not have', async () => {
  const server = await serverForTest((request, response) =>
    response.end(`${request.url} ${request.headers['x-gate']}`),
  );
  const target = createTarget({ baseUrl: `${server.url}/api/`, headers: [['X-Gate', 'open']] });
  expect((await target.send({ method: 'GET', target: '/x' })).response?.text).toBe('/api/x open');
  const own = await target.send({ method: 'GET', target: '/x', headers: [['x-gate', 'mine']] });
  expect(own.response?.text).toBe('/api/x mine');
});

test('sends requests in parallel', async () => {
  const waiting: (() => void)[] = [];
  const target = await targetOf((_request, response) => {
    waiting.push(() => response.end('ok'));
    // Sends no response before all requests have arrived.
    if (waiting.length === 20) for (const respond of waiting) respond();
  });
  const all = await Promise.all(Array.from({ length: 20 }, () => target.send(get)));
  expect(all.map(({ response }) => response?.status)).toEqual(Array(20).fill(200));
});

describe('reports protocol errors that a lenient client hides', () => {
  const cases: [kind: string, bytes: string | Buffer, times?: number][] = [
    ['bare-line-feed', 'HTTP/1.1 200 OK\ncontent-length: 2\n\n{}', 2],
    ['folded-header', httpResponse('X-A: 1\r\n 2\r\nContent-Length: 2\r\n')],
    [
      'duplicate-header',
      httpResponse('Content-Type: a\r\nContent-Type: b\r\nContent-Length: 2\r\n'),
    ],
    ['malformed-header', httpResponse('no colon here\r\nContent-Length: 2\r\n')],
    ['truncated', httpResponse('Content-Length: 10\r\n')],
    ['extra-bytes', httpResponse('Content-Length: 2\r\n', '{}{}')],
    ['bad-chunk', httpResponse('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n')],
    ['byte-order-mark', httpResponse(`${json}Content-Length: 5\r\n`, '\uFEFF{}')],
    ['duplicate-field', httpResponse(`${json}Content-Length: 13\r\n`, '{"a":1,"a":2}')],
    ['malformed-json', httpResponse(`${json}Content-Length: 2\r\n`, '{a')],
    ['invalid-utf8', Buffer.from(httpResponse(`${json}Content-Length: 3\r\n`, '"\xff"'), 'latin1')],
    [
      'content-length-and-chunked',
      httpResponse('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['body-forbidden', 'HTTP/1.1 204 No Content\r\n\r\n{}'],
  ];
  test.each(cases)('%s', async (expected, bytes, times = 1) => {
    const target = await targetOf(bytes);
    const { response } = await target.send(get);
    expect(response?.protocolErrors.map(({ kind }) => kind)).toEqual(Array(times).fill(expected));
  });

  test.each(['text/csv; charset=utf-8', 'text/plain'])(
    'reports no byte order mark in a body of the type %s',
    async (type) => {
      const head = `Content-Type: ${type}\r\nContent-Length: 8\r\n`;
      const { response } = await (await targetOf(httpResponse(head, '\uFEFFa,b\r\n'))).send(get);
      expect(response?.text).toBe('a,b\r\n');
      expect(response?.protocolErrors).toEqual([]);
    },
  );

  test('reports none for a valid chunked response', async () => {
    const target = await targetOf(
      httpResponse('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n1;x=y\r\n}\r\n0\r\nX: y\r\n\r\n'),
    );
    const { response } = await target.send(get);
    expect(response?.text).toBe('{}');
    expect(response?.protocolErrors).toEqual([]);
  });
});

describe('reports what goes wrong and never throws', () => {
  test('skips an interim response', async () => {
    const target = await targetOf(
      `HTTP/1.1 100 Continue\r\n\r\n${httpResponse('Content-Length: 2\r\n')}`,
    );
    expect((await target.send(get)).response?.status).toBe(200);
  });
  test.each<
    [what: string, kind: RegExp, serve: RequestListener | string, options?: { timeoutMs: number }]
  >([
    ['a response that never arrives', /^timeout$/, () => {}, { timeoutMs: 100 }],
    ['a server that does not speak HTTP', /^not-http$/, '220 mail.example ESMTP\r\n'],
    ['a reset connection', /^(reset|closed)$/, (request) => request.socket.resetAndDestroy()],
  ])('%s', async (_what, kind, serve, options) => {
    const target = await targetOf(serve, options);
    expect((await target.send(get)).error?.kind).toMatch(kind);
  });
  test('keeps the first megabyte of an endless body, and closes the connection', async () => {
    const target = await targetOf(endless);
    const { response, error } = await target.send(get);
    expect(error).toBeUndefined();
    expect(response?.body.length).toBe(1024 * 1024);
    expect(response?.unjudged).toBe('it is larger than 1048576 bytes');
    expect(response?.protocolErrors).toEqual([]);
  });
  test('keeps 500 headers and 100 protocol errors of a head, and still finds its length', async () => {
    const lines = 'no colon\r\n'.repeat(20_000);
    const target = await targetOf(httpResponse(`${lines}Content-Length: 2\r\n`));
    const { response } = await target.send(get);
    expect(response?.text).toBe('{}');
    expect(response?.headers.length).toBeLessThanOrEqual(501);
    expect(response?.protocolErrors).toHaveLength(100);
  });
  test('keeps 64 KiB of what follows a response, and counts the rest', async () => {
    const target = await targetOf(
      httpResponse('Content-Length: 2\r\n', `{}${'x'.repeat(300_000)}`),
    );
    const { response } = await target.send({ ...get, settings: { lingerMs: 50 } });
    expect(response?.rest.length).toBe(64 * 1024);
    expect(response?.protocolErrors).toEqual([
      { kind: 'extra-bytes', detail: '300000 bytes follow' },
    ]);
  });
  test('reports 100 fields that occur twice', async () => {
    const body = `{${Array(5_000).fill('"a":1').join(',')}}`;
    const target = await targetOf(httpResponse(`${json}Content-Length: ${body.length}\r\n`, body));
    const { response } = await target.send(get);
    expect(response?.protocolErrors).toHaveLength(100);
  });
  test.each([
    ['interim responses', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000), 'not-http'],
    ['header lines', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(60_000)}`, 'not-http'],
  ])('ends a response of endless %s', async (_what, bytes, kind) => {
    const target = await targetOf(bytes, { keepOpen: true });
    expect((await target.send(get)).error?.kind).toBe(kind);
  });
  test('reads a body in chunks of one byte, and its trailer', async () => {
    const body = '1\r\nx\r\n'.repeat(100_000);
    const target = await targetOf(
      httpResponse('Transfer-Encoding: chunked\r\n', `${body}0\r\nX: y\r\n\r\n`),
    );
    const { response } = await target.send(get);
    expect(response?.text).toBe('x'.repeat(100_000));
    expect(response?.protocolErrors).toEqual([]);
  });
  test.each([
    ['nothing listens', 'refused', unusedUrl],
    ['no such host', 'dns', 'http://nowhere.invalid'],
  ])('%s', async (_what, kind, baseUrl) => {
    // On a machine without a network, the look-up may take long.
    const target = createTarget({ baseUrl, connectTimeoutMs: 250_000 });
    expect((await target.send(get)).error?.kind).toBe(kind);
  });
  test('keeps the part that arrived of a response that never ends', async () => {
    const head = httpResponse('Content-Length: 10\r\n');
    // Long enough for the part that arrives.
    const target = await targetOf(head, { keepOpen: true, timeoutMs: 2_000 });
    const exchange = await target.send(get);
    expect(exchange.error?.kind).toBe('timeout');
    expect(exchange.response?.text).toBe('{}');
  });
  test('reads a response that arrived while this process was blocked, no matter how long', async () => {
    const target = await targetOf(
      (_request, response) => {
        response.end('ok');
        blockProcess(600);
      },
      { timeoutMs: 300 },
    );
    expect((await target.send(get)).response?.text).toBe('ok');
  });
  test('reads what follows a response while this process was blocked', async () => {
    const target = await targetOf(({ socket }, response) => {
      response.end('ok', () => {
        // After the client read the response.
        setTimeout(() => {
          blockProcess(600);
          socket.write('more');
        }, 50);
      });
    });
    const { response } = await target.send({ ...get, settings: { lingerMs: 200 } });
    expect(Buffer.from(response?.rest ?? []).toString()).toBe('more');
  });
});

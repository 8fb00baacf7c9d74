import { afterEach, describe, expect, test } from 'vitest';
import { jsonRequest } from '../../../conformance/http/request.ts';
import { createTarget, type Target, type TargetOptions } from '../../../conformance/http/target.ts';
import { nowhere, type Planted, plant, plantRaw } from '../planted-server.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
function targetOf(server: Planted, options: Partial<TargetOptions> = {}): Target {
  const target = createTarget({ baseUrl: server.url, ...options });
  open.push(target, server);
  return target;
}
const get = { method: 'GET', target: '/' };
const answer = (head: string, body = '{}') => `HTTP/1.1 200 OK\r\n${head}\r\n${body}`;
const json = 'Content-Type: application/json\r\n';

/** As on a machine that is busy elsewhere: for so long nothing of this process runs. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('an answer comes back with status, headers, text and JSON', async () => {
  const target = targetOf(
    await plant((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url: request.url, method: request.method }));
    }),
  );
  const { response, error } = await target.send(jsonRequest('POST', '/a?b=c', { d: 1 }));
  expect(error).toBeUndefined();
  expect(response?.status).toBe(200);
  expect(response?.json?.value).toEqual({ url: '/a?b=c', method: 'POST' });
  expect(response?.protocolErrors).toEqual([]);
});

test('the base path is put in front and extra headers are added unless the request has them', async () => {
  const server = await plant((request, response) =>
    response.end(`${request.url} ${request.headers['x-gate']}`),
  );
  const target = targetOf({ ...server, url: `${server.url}/api/` }, { headers: [['X-Gate', 'open']] });
  expect((await target.send({ method: 'GET', target: '/x' })).response?.text).toBe('/api/x open');
  const own = await target.send({ method: 'GET', target: '/x', headers: [['x-gate', 'mine']] });
  expect(own.response?.text).toBe('/api/x mine');
});

test('connections are reused, and a fresh one is made on demand', async () => {
  const ports = new Set<number | undefined>();
  const target = targetOf(
    await plant((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    }),
  );
  for (let n = 0; n < 5; n += 1) await target.send(get);
  expect(ports.size).toBe(1);
  await target.send({ ...get, settings: { fresh: true } });
  expect(ports.size).toBe(2);
});

test('requests go out side by side', async () => {
  const waiting: (() => void)[] = [];
  const target = targetOf(
    await plant((_request, response) => {
      waiting.push(() => response.end('ok'));
      // None is answered before all are there.
      if (waiting.length === 20) for (const answerIt of waiting) answerIt();
    }),
  );
  const all = await Promise.all(Array.from({ length: 20 }, () => target.send(get)));
  expect(all.map(({ response }) => response?.status)).toEqual(Array(20).fill(200));
});

describe('faults that a forgiving client hides are told', () => {
  const cases: [string, string | Buffer, string[]][] = [
    ['bare-line-feed', 'HTTP/1.1 200 OK\ncontent-length: 2\n\n{}', ['bare-line-feed', 'bare-line-feed']],
    ['folded-header', answer('X-A: 1\r\n 2\r\nContent-Length: 2\r\n'), ['folded-header']],
    [
      'duplicate-header',
      answer('Content-Type: a\r\nContent-Type: b\r\nContent-Length: 2\r\n'),
      ['duplicate-header'],
    ],
    ['malformed-header', answer('no colon here\r\nContent-Length: 2\r\n'), ['malformed-header']],
    ['truncated', answer('Content-Length: 10\r\n'), ['truncated']],
    ['extra-bytes', answer('Content-Length: 2\r\n', '{}{}'), ['extra-bytes']],
    ['bad-chunk', answer('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), ['bad-chunk']],
    ['byte-order-mark', answer(`${json}Content-Length: 5\r\n`, '\uFEFF{}'), ['byte-order-mark']],
    ['duplicate-field', answer(`${json}Content-Length: 13\r\n`, '{"a":1,"a":2}'), ['duplicate-field']],
    ['malformed-json', answer(`${json}Content-Length: 2\r\n`, '{a'), ['malformed-json']],
    [
      'invalid-utf8',
      Buffer.concat([Buffer.from(answer(`${json}Content-Length: 3\r\n`, '"')), Buffer.from([0xff, 0x22])]),
      ['invalid-utf8'],
    ],
    [
      'content-length-and-chunked',
      answer('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
      ['content-length-and-chunked'],
    ],
    ['body-forbidden', 'HTTP/1.1 204 No Content\r\n\r\n{}', ['body-forbidden']],
  ];
  test.each(cases)('%s', async (_name, bytes, kinds) => {
    const target = targetOf(await plantRaw(bytes));
    const { response } = await target.send(get);
    expect(response?.protocolErrors.map(({ kind }) => kind)).toEqual(kinds);
  });

  test('a well-made chunked answer has none', async () => {
    const target = targetOf(
      await plantRaw(answer('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n1;x=y\r\n}\r\n0\r\nX: y\r\n\r\n')),
    );
    const { response } = await target.send(get);
    expect(response?.text).toBe('{}');
    expect(response?.protocolErrors).toEqual([]);
  });
});

describe('what goes wrong is told and never thrown', () => {
  test('an interim answer is skipped', async () => {
    const target = targetOf(
      await plantRaw(`HTTP/1.1 100 Continue\r\n\r\n${answer('Content-Length: 2\r\n')}`),
    );
    expect((await target.send(get)).response?.status).toBe(200);
  });
  test('nothing listens', async () => {
    const target = createTarget({ baseUrl: nowhere });
    expect((await target.send(get)).error?.kind).toBe('refused');
  });
  test('no such host', async () => {
    // A machine off the net may ask for long before it knows.
    const target = createTarget({ baseUrl: 'http://nowhere.invalid', connectTimeoutMs: 250_000 });
    expect((await target.send(get)).error?.kind).toBe('dns');
  });
  test('plain HTTP where TLS is spoken to', async () => {
    const server = await plant((_request, response) => response.end('ok'));
    const target = targetOf({ ...server, url: server.url.replace('http:', 'https:') });
    expect((await target.send(get)).error?.kind).toBe('tls');
  });
  test('an endless body', async () => {
    const target = targetOf(
      await plant((_request, response) => {
        const timer = setInterval(() => response.write('x'.repeat(60_000)), 1);
        response.on('close', () => clearInterval(timer));
      }),
    );
    expect((await target.send(get)).error?.kind).toBe('body-too-large');
  });
  test('an answer that never comes', async () => {
    const target = targetOf(await plant(() => {}), { timeoutMs: 100 });
    expect((await target.send(get)).error?.kind).toBe('timeout');
  });
  test('an answer that begins and never ends keeps what came', async () => {
    const target = targetOf(await plantRaw(answer('Content-Length: 10\r\n'), { keepOpen: true }), {
      // Time enough for what comes.
      timeoutMs: 2_000,
    });
    const exchange = await target.send(get);
    expect(exchange.error?.kind).toBe('timeout');
    expect(exchange.response?.text).toBe('{}');
  });
  test('an answer that came while this process stood still is read, however long that was', async () => {
    const target = targetOf(
      await plant((_request, response) => {
        response.end('ok');
        standStill(600);
      }),
      { timeoutMs: 300 },
    );
    expect((await target.send(get)).response?.text).toBe('ok');
  });
  test('so is what follows an answer that is waited on', async () => {
    const server = await plant(({ socket }, response) => {
      response.end('ok', () => {
        // After the answer was read.
        setTimeout(() => {
          standStill(600);
          socket.write('more');
        }, 50);
      });
    });
    const { response } = await targetOf(server).send({ ...get, settings: { lingerMs: 200 } });
    expect(Buffer.from(response?.rest ?? []).toString()).toBe('more');
  });
  test('something that is not HTTP', async () => {
    const target = targetOf(await plantRaw('220 mail.example ESMTP\r\n'));
    expect((await target.send(get)).error?.kind).toBe('not-http');
  });
  test('a reset', async () => {
    const target = targetOf(await plant((request) => request.socket.resetAndDestroy()));
    expect((await target.send(get)).error?.kind).toMatch(/reset|closed/);
  });
});

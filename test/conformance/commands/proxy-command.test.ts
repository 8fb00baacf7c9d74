import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../client/index.ts';
import { modelProfile } from '../../mutants/model/accounts.ts';
import type { Behaviour } from '../../mutants/model/behaviour.ts';
import { modelForTest } from '../../mutants/model/create-model.ts';
import { runCommand } from '../../support/command/run-command.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { bookshop, key } from '../document/bookshop-server.ts';
import { documentPath } from '../document/run-document.ts';
import { jsonListener, objectIn } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';

/** Starts a proxy, calls servers through it, and stops it. */
async function through<Result>(
  args: readonly string[],
  call: (baseUrl: string, pid: number | undefined) => Promise<Result>,
) {
  const proxy = runCommand(['proxy', ...args, '--port', '0'], { env: { NO_COLOR: '1' } });
  await proxy.says('Ctrl-C');
  const url = /Listening on (\S+),/.exec(proxy.stderr())?.[1] ?? '';
  const result = await call(url, proxy.process.pid);
  proxy.signal('SIGTERM');
  return { ...result, code: await proxy.ended, report: proxy.stdout() };
}

/** Sends a login, a generation and a revocation through the proxy. */
async function callThroughProxy(overrides: Partial<Behaviour>) {
  const { baseUrl: model } = await modelForTest(overrides);
  return through([model, '--verbose'], async (baseUrl) => {
    const { result: client } = createClient({ baseUrl, timeout: 300_000 });
    const { identity = '', password = '' } = modelProfile.fixtures.account ?? {};
    const login = await client.login({ identity, password });
    const accessToken = login.ok ? login.data.access_token : '';
    const key = await client.generateApiKey({ description: 'through the proxy' }, { accessToken });
    const revocation = await client.revokeApiKey(String(key.ok && key.data.id), { accessToken });
    return { login, key, revocation, token: accessToken, password };
  });
}

test('passes traffic on unchanged, and a server that follows the contract passes', async () => {
  const { code, report, login, key, revocation } = await callThroughProxy({});
  expect([login.ok, key.ok, revocation.ok]).toEqual([true, true, true]);
  expect(report).toContain('passed the contract tests');
  expect(report).toContain('generateApiKey (1 request)');
  expect(code).toBe(0);
});

test('reports a response that breaks the contract, without the secrets in the traffic', async () => {
  const { code, report, token, password } = await callThroughProxy({
    traceId: () => 'always-the-same',
  });
  expect(report).toContain('FAILED trace/');
  expect(report).not.toContain(token);
  expect(report).not.toContain(password);
  expect(code).toBe(1);
});

test('a password that is no JSON is passed on', async () => {
  const { baseUrl: model } = await modelForTest();
  const { response, report } = await through([model], async (baseUrl) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = '{"identity":"a@b.example","password":"not \\q JSON"}';
    return { response: await fetch(`${baseUrl}/v1/auth/login`, { method: 'POST', headers, body }) };
  });
  expect(response.status).toBe(400);
  expect(report).not.toContain('not \\q JSON');
});

test('masks cookies, keys and passwords by their names, wherever they are', async () => {
  const { url } = await serverForTest(
    jsonListener(() => [
      200,
      {
        jwt: 'hidden-jwt',
        session_id: 'hidden-session',
        data: { secretKey: 'hidden-secret', tokens: ['hidden-1'] },
      },
      { 'X-Auth-Token': 'hidden-header' },
    ]),
  );
  const har = join(temporaryFolder(), 'traffic.har');
  await through([url, '--report', `har=${har}`], async (baseUrl) => {
    const headers = {
      Cookie: 'sid=hidden-cookie; hidden-nameless',
      'X-Api-Key': 'hidden-key',
      'X-Auth-Key': 'hidden-auth',
      'Content-Type': 'application/json',
    };
    const body = 'identity=a&password=hidden-form';
    await fetch(`${baseUrl}/v1/auth/login?access_token=hidden-query&code=hidden-code`, {
      method: 'POST',
      headers,
      body,
    });
    const xml = '<a:password type="text">hidden-xml</a:password>';
    const part =
      '--b\r\nContent-Disposition: form-data; name=password\r\n\r\nhidden-unquoted\r\n--b--\r\n';
    const broken = ['{"password":"hidden,hidden', "{'pass':'hidden, hidden'}"];
    for (const body of [...broken, xml, part, 'x'.repeat(2 ** 18)])
      await fetch(`${baseUrl}/v1/auth/login`, { method: 'POST', headers, body });
    const parts = new FormData();
    parts.set('token', 'hidden-part');
    await fetch(`${baseUrl}/v1/auth/login`, { method: 'POST', body: parts });
    for (const body of [
      { passwrd: 'hidden-json', creds: [{ token: 'hidden-in-list' }], passwords: ['hidden-item'] },
      {
        auth: { bearer: 'hidden-bearer' },
        privateKey: 'hidden-private',
        access_key: 'hidden-access',
      },
      {
        password: { value: 'hidden-value' },
        a: { b: { secret: 'hidden-deep' } },
        pin: 'hidden-pin',
      },
    ])
      await fetch(`${baseUrl}/v1/auth/login`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
    return {};
  });
  const text = readFileSync(har, 'utf8');
  expect(text).toContain('passwrd');
  expect(text.match(/hidden-\w+/g) ?? []).toEqual([]);
});

test('returns 502 to the client when no server listens, and does not crash', async () => {
  const { response, code } = await through(['http://127.0.0.1:9'], async (baseUrl) => ({
    response: await fetch(`${baseUrl}/v1/auth/login`, { method: 'POST' }),
  }));
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('no server listens on this port');
  expect(code).toBe(3);
});

test.each([
  ['where the client asks for it', /gzip/],
  ['always', /./],
])(
  'a server that compresses %s passes, and no report shows what the coding hides',
  async (_which, accepted) => {
    const body = gzipSync(JSON.stringify({ id: 7, title: 'Title', secret: 'hidden' }));
    const { url } = await serverForTest((request, response) => {
      const type = { 'Content-Type': 'application/json' };
      const encoded = accepted.test(String(request.headers['accept-encoding']));
      response.writeHead(200, encoded ? { ...type, 'Content-Encoding': 'gzip' } : type);
      response.end(encoded ? body : gunzipSync(body));
    });
    const har = join(temporaryFolder(), 'traffic.har');
    const document = temporaryFile(
      'books.yaml',
      'openapi: 3.1.0\npaths: { /books: { get: { responses: { 200: { content: { application/json: { schema: { type: object } } } } } } } }',
    );
    const run = await through(
      [url, '--document', document, '--report', `har=${har}`],
      async (proxy) => ({
        title: objectIn(await (await fetch(`${proxy}/books`)).json())?.title,
      }),
    );
    expect(run).toMatchObject({ title: 'Title', code: 0 });
    expect(readFileSync(har, 'utf8')).not.toContain(body.toString('base64').slice(0, 20));
  },
);

test('what a cache or a download asks for may be undeclared, and nothing else', async () => {
  const { url } = await serverForTest(
    jsonListener(({ path }) => [Number(path.slice('/books/'.length))]),
  );
  const codeOf = async (status: number, headers: Record<string, string>) => {
    const run = through([url, '--document', documentPath('bookshop-3.0')], async (proxy) => ({
      response: await fetch(`${proxy}/books/${status}`, { headers }),
    }));
    return (await run).code;
  };
  const conditional = { 'If-None-Match': '"1"' };
  expect([await codeOf(304, conditional), await codeOf(206, { Range: 'bytes=0-1' })]).toEqual([
    0, 0,
  ]);
  expect([await codeOf(304, {}), await codeOf(206, conditional)]).toEqual([1, 1]);
});

test.each([['its own contract'], ['a document', '--document', documentPath('bookshop-3.0')]])(
  'a run without a request for an operation of %s does not pass',
  async (_which, ...args) => {
    const { url } = await serverForTest(jsonListener(() => [200, { anything: true }]));
    const { code, report } = await through([`${url}/api`, ...args], async (proxy) => ({
      response: await fetch(`${proxy}/v1/books/7`),
    }));
    expect(code).toBe(3);
    expect(report.replaceAll(/\s+/g, ' ')).toContain(
      'no request matched an operation of the contract; the paths of the contract begin after this address',
    );
  },
);

test('with a document, reports what it forbids, except for the known failures, without credentials', async () => {
  const server = await serverForTest(bookshop('a missing field'));
  const known = temporaryFile(
    'known.yaml',
    '- { check: document/response-schema, reason: The title comes next week. }\n',
  );
  const profile = temporaryFile('profile.yaml', 'headers: { X-Gateway: key-of-the-gateway }\n');
  const passBooks = (...args: string[]) =>
    through([server.url, '--document', documentPath('bookshop-3.0'), ...args], async (url) => ({
      book: await fetch(`${url}/books/7`, { headers: { 'X-Api-Key': key } }),
    }));

  const failed = await passBooks('--profile', profile);
  expect(failed.report).toContain('FAILED document/response-schema');
  expect(failed.report).toContain('X-Gateway: ');
  expect(failed.report).not.toContain(key);
  expect(failed.report).not.toContain('key-of-the-gateway');
  expect(failed.code).toBe(1);
  expect((await passBooks('--baseline', known)).code).toBe(0);
});

const filesDocument = () =>
  temporaryFile(
    'files.yaml',
    `openapi: 3.0.3
paths:
  /file:
    get: { responses: { 200: { description: OK, content: { application/octet-stream: {} } } } }
    head: { responses: { 200: { description: OK } } }
    put: { responses: { 200: { description: OK, content: { text/plain: {} } } } }
  /events: { get: { responses: { 200: { description: OK, content: { text/event-stream: {} } } } } }
`,
  );

/** Sends a request with the headers as given, which `fetch` would change. */
async function send(url: string, headers: Record<string, string>, method = 'GET') {
  const request = openRequest(url, { method, headers, agent: false }).end();
  const hints: unknown[] = [];
  request.on('information', ({ headers: { link } }) => hints.push(link));
  const [response]: IncomingMessage[] = await once(request, 'response');
  const chunks = await response?.toArray();
  return { response, hints, body: Buffer.concat(chunks ?? []) };
}

test('passes large bodies on whole, both ways, and the length that HEAD announces', async () => {
  const file = randomBytes(3_000_000);
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const { url } = await serverForTest(async (request, response) => {
    if (request.method !== 'PUT') {
      const type = { 'Content-Type': 'application/octet-stream', 'Content-Length': file.length };
      return response.writeHead(200, type).end(file);
    }
    const upload = Buffer.concat(await request.toArray());
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end(hashOf(upload));
  });
  const { code, ...passed } = await through([url, '--document', filesDocument()], async (proxy) => {
    const download = await fetch(`${proxy}/file`);
    const upload = await fetch(`${proxy}/file`, { method: 'PUT', body: file });
    const head = await fetch(`${proxy}/file`, { method: 'HEAD' });
    return {
      download: hashOf(new Uint8Array(await download.arrayBuffer())),
      upload: await upload.text(),
      length: head.headers.get('content-length'),
    };
  });
  expect(passed).toMatchObject({
    download: hashOf(file),
    upload: hashOf(file),
    length: String(file.length),
  });
  expect(code).toBe(0);
});

test('passes on each part of a stream at once', async () => {
  let goOn = () => {};
  const { url } = await serverForTest((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: 1\n\n');
    goOn = () => response.end('data: 2\n\n');
  });
  const { parts, code } = await through([url, '--document', filesDocument()], async (proxy) => {
    const { body } = await fetch(`${proxy}/events`);
    const found: string[] = [];
    for await (const part of body ?? []) {
      found.push(Buffer.from(part).toString());
      // The server sends the second part only when the first one has arrived.
      goOn();
    }
    return { parts: found };
  });
  expect(parts).toEqual(['data: 1\n\n', 'data: 2\n\n']);
  expect(code).toBe(0);
});

test('passes on early hints, trailers and repeated headers', async () => {
  const { url } = await serverForTest((_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => {
      response.writeHead(200, [
        ...['Content-Type', 'application/octet-stream', 'Trailer', 'X-Sum'],
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'],
      ]);
      response.write('content');
      response.addTrailers({ 'X-Sum': '7' });
      response.end();
    });
  });
  const { response, hints, body } = await through([url, '--document', filesDocument()], (proxy) =>
    send(`${proxy}/file`, {}),
  );
  expect(hints).toEqual(['</style.css>; rel=preload']);
  expect(body.toString()).toBe('content');
  expect(response?.trailers).toEqual({ 'x-sum': '7' });
  expect(response?.headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

test('ends the request at the server when the client leaves, which is no finding', async () => {
  const left = new EventEmitter();
  const { url } = await serverForTest((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    if (request.url === '/file?whole') return response.end('content');
    response.write('begin');
    response.on('close', () => left.emit('left'));
  });
  const { code } = await through([url, '--document', filesDocument()], async (proxy) => {
    const abort = new AbortController();
    const { body } = await fetch(`${proxy}/file`, { signal: abort.signal });
    await body?.getReader().read();
    const leaves = once(left, 'left');
    abort.abort();
    await leaves;
    return { whole: await (await fetch(`${proxy}/file?whole`)).text() };
  });
  expect(code).toBe(0);
});

test('takes no request of a web page that let a name of its own point here', async () => {
  const keys: unknown[] = [];
  const { url } = await serverForTest((request, response) => {
    keys.push(request.headers['x-gateway']);
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end('secret');
  });
  const profile = temporaryFile('gateway.yaml', 'headers: { X-Gateway: key-of-the-gateway }\n');
  const { statuses } = await through(
    [url, '--document', filesDocument(), '--profile', profile],
    async (proxy) => {
      const { port } = new URL(proxy);
      const rows: readonly Record<string, string>[] = [
        { Host: `attacker.example:${port}` },
        { Host: `127.0.0.1:${port}`, Origin: 'https://attacker.example' },
        { Host: `127.0.0.1:${port}`, Origin: 'null' },
        { Host: `127.0.0.1:${port}`, Origin: 'http://203.0.113.66' },
        { Host: `127.0.0.1:${port}`, 'Sec-Fetch-Site': 'cross-site' },
        { Host: `127.0.0.1:${port}` },
        { Host: `localhost:${port}`, Origin: 'http://localhost:5173' },
      ];
      const found: unknown[] = [];
      for (const headers of rows) {
        const { response } = await send(`${proxy}/file`, headers);
        found.push(response?.statusCode);
      }
      return { statuses: found };
    },
  );
  expect(statuses).toEqual([421, 403, 403, 403, 403, 200, 200]);
  expect(keys).toEqual(['key-of-the-gateway', 'key-of-the-gateway']);
});

/** A server that sends the next of these responses to each request, and what it has received. */
async function rawServer(...responses: readonly string[]) {
  let received = '';
  let count = 0;
  const server = createServer((socket) => {
    const bytes = responses[count] ?? '';
    count += 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.write(bytes, 'latin1');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received: () => received };
}

/** Sends the bytes to the proxy, and returns what it sends until a text comes, or until it ends the connection. */
async function exchangeBytes(proxy: string, bytes: string, last: string): Promise<string> {
  const socket = connect(Number(new URL(proxy).port), '127.0.0.1');
  socket.write(bytes, 'latin1');
  let found = '';
  for await (const chunk of socket) {
    found += chunk.toString('latin1');
    if (found.includes(last)) break;
  }
  socket.destroy();
  return found;
}

const head = (method: string) => `${method} /file HTTP/1.1\r\nHost: localhost\r\n`;
const long = 'b'.repeat(40_000);

test('passes on interim responses, bytes beyond ASCII and long headers as they come', async () => {
  const heads = [
    'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload, </b,c>; rel="x y"\r\n\r\nHTTP/1.1 200 OK\r\n',
    'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\nX-A: caf\xe9 \xc3\xa9\r\n',
    `HTTP/1.1 200 OK\r\nX-A: ${long}\r\n`,
  ];
  const { url } = await rawServer(...heads.map((text) => `${text}Content-Length: 2\r\n\r\nok`));
  const { found } = await through([url, '--document', filesDocument()], async (proxy) => {
    const responses: string[] = [];
    for (const _head of heads)
      responses.push(await exchangeBytes(proxy, `${head('GET')}\r\n`, '\r\n\r\nok'));
    return { found: responses };
  });
  expect(found).toEqual(heads.map((text) => expect.stringContaining(text)));
});

test('leaves out a length that contradicts the chunks', async () => {
  const { url } = await rawServer(
    'HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  );
  const { found } = await through([url, '--document', filesDocument()], async (proxy) => ({
    found: await exchangeBytes(proxy, `${head('GET')}\r\n`, '0\r\n\r\n'),
  }));
  expect(found).not.toContain('Content-Length');
  expect(found).toContain('2\r\nok\r\n');
});

test('a response that cannot be passed on becomes a 502', async () => {
  const responses = [
    'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n',
    'HTTP/1.1 101 Switching\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000),
    'HTTP/1.1 200 \x01\r\nContent-Length: 2\r\n\r\nok',
    'HTTP/1.1 200 OK\r\nX-A: a\x01\r\nContent-Length: 2\r\n\r\nok',
  ];
  const { url } = await rawServer(...responses);
  const { found } = await through([url, '--document', filesDocument()], async (proxy) => {
    const statuses: (string | undefined)[] = [];
    for (const _response of responses) {
      const text = await exchangeBytes(proxy, `${head('GET')}\r\n`, '0\r\n\r\n');
      statuses.push(/^HTTP\/1\.1 (?!100).*$/m.exec(text)?.[0].trim());
    }
    return { found: statuses };
  });
  expect(found).toEqual(responses.map(() => 'HTTP/1.1 502 Bad Gateway'));
});

test('adds nothing to a request, and no coding to one without a body', async () => {
  const { url, received } = await rawServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  await through([url, '--document', filesDocument()], async (proxy) => ({
    found: await exchangeBytes(proxy, `${head('POST')}X-A: caf\xe9\r\n\r\n`, 'ok'),
  }));
  expect(received()).toMatch(
    /^POST \/file HTTP\/1\.1\r\nHost: .*\r\nX-A: caf\xe9\r\nConnection: close\r\n\r\n$/,
  );
});

test('passes on a change of the protocol, and what follows in both directions', async () => {
  const { url, received } = await rawServer(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhello',
  );
  const { found } = await through([url, '--document', filesDocument()], async (proxy) => ({
    found: await exchangeBytes(
      proxy,
      `${head('GET')}Connection: Upgrade\r\nUpgrade: echo\r\n\r\nfrom the client`,
      'hello',
    ),
  }));
  expect(found).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
  expect(received()).toContain('from the client');
});

const endlessDocument = () =>
  temporaryFile(
    'endless.yaml',
    `openapi: 3.1.0
components:
  schemas:
    Node:
      anyOf:
        - { required: [a], properties: { next: { $ref: '#/components/schemas/Node' } } }
        - { required: [b], properties: { next: { $ref: '#/components/schemas/Node' } } }
    Thing: { type: object, properties: { number: { type: integer } } }
paths:
  /nodes: { get: { responses: { 200: { content: { application/json: { schema: { $ref: '#/components/schemas/Node' } } } } } } }
  /things: { get: { responses: { 200: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } } } }
`,
  );

/** Returns a value of `Node` that is valid by no branch at its end, so that each level doubles the work. */
function deepNode() {
  let node: object = {};
  for (let depth = 0; depth < 40; depth += 1) node = { a: 1, b: 1, next: node };
  return node;
}

const nodesAndThings = () =>
  serverForTest(
    jsonListener(({ path }) => [200, path === '/nodes' ? deepNode() : { number: 'seven' }]),
  );

test('a response whose validation does not end holds up no other, and the report says that it was not judged', async () => {
  const { url } = await nodesAndThings();
  const { statuses, report, code } = await through(
    [url, '--document', endlessDocument()],
    async (proxy) => {
      const found: number[] = [];
      const get = async (path: string) => found.push((await fetch(`${proxy}${path}`)).status);
      await get('/things');
      await get('/nodes');
      for (let count = 0; count < 5; count += 1) await get('/things');
      return { statuses: found };
    },
  );
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200]);
  expect(report.replace(/\s+/g, ' ')).toMatch(
    /NOT JUDGED [67] responses were not judged: judging did not end \(validating by \/paths\/~1nodes/,
  );
  expect([1, 3]).toContain(code);
});

/** The processes that a process has started. */
function childrenOf(parent: number | undefined): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) === parent;
    } catch {
      // It has ended.
      return false;
    }
  });
}

test('goes on when the process that judges is killed, with what was found before', async () => {
  const { url } = await nodesAndThings();
  const har = join(temporaryFolder(), 'traffic.har');
  const { report, code } = await through(
    [url, '--document', endlessDocument(), '--report', `har=${har}`, '--verbose'],
    async (proxy, pid) => {
      const get = async (path: string) => (await fetch(`${proxy}${path}`)).status;
      const judges = childrenOf(pid);
      // One of them may be the one that is being judged when its process ends.
      for (let count = 0; count < 5; count += 1) await get('/things?first');
      for (const judge of judges) process.kill(judge, 'SIGKILL');
      await get('/things?second');
      while (childrenOf(pid).every((one) => judges.includes(one))) {
        await get('/things?third');
        await setTimeout(100);
      }
      await get('/unknown');
      return {};
    },
  );
  expect(report).toContain('GET /things?first');
  expect(report).toMatch(/document\/response-schema/);
  expect(code).toBe(1);
});

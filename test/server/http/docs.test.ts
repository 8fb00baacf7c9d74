import { mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMock } from '../../../mock/create-mock.ts';
import { startMockServer } from '../../../mock/server.ts';
import { connectionForTest } from '../../support/http/raw-connection.ts';
import { encode, exchange, type Listening, sendRequest } from '../../support/http/send-request.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { serverForTest } from '../../support/server/test-server.ts';

const policy = "default-src 'none'; frame-ancestors 'none'";
const home = '<title>The docs</title>';
const types = {
  'index.html': 'text/html; charset=utf-8',
  'llms.txt': 'text/plain; charset=utf-8',
  'operations/login.md': 'text/markdown; charset=utf-8',
  'downloads/openapi.json': 'application/json; charset=utf-8',
};

/** A built site, with a file that is no part of it in its folder and another above it. */
function siteFolder(): string {
  const folder = join(temporaryFolder(), 'docs');
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const path of Object.keys(types)) write(path, path === 'index.html' ? home : `# ${path}`);
  const headers = ([path, type]: [string, string]) => [
    path,
    { 'Content-Type': type, 'Content-Security-Policy': policy },
  ];
  const files = Object.fromEntries(Object.entries(types).map(headers));
  write('headers.json', JSON.stringify({ files, compressed: ['index.html'] }));
  write('index.html.br', brotliCompressSync(home));
  write('notes.txt', 'not listed');
  write('../secret.txt', 'above');
  return folder;
}

type Options = NonNullable<Parameters<typeof appForTest>[1]>;

const serve = (docsFolder = siteFolder(), options: Options = {}) =>
  appForTest(() => Promise.reject(new Error('no operation is called')), { docsFolder, ...options });

const unbuilt = () => join(temporaryFolder(), 'docs');

const get = ({ port }: Listening, target: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${port}${target}`, { redirect: 'manual', ...init });

test('serves each file with its content type and nosniff', async () => {
  const server = await serve();
  for (const [path, type] of Object.entries(types)) {
    const response = await get(server, `/docs/${path}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    expect(await response.text()).toBe(path === 'index.html' ? home : `# ${path}`);
  }
});

test('the pages of a mock and of a demo say what they are, and link the contract of what is one folder above', async () => {
  const docsFolder = siteFolder();
  const { url, close } = await startMockServer(createMock(), { docsFolder });
  onTestFinished(close);
  const linked = '<downloads/openapi.yaml>; rel="service-desc"; anchor=".."';
  for (const [server, purpose] of [
    [{ port: Number(new URL(url).port) }, 'mock'],
    [await serve(docsFolder, { purpose: 'demo' }), 'demo'],
    [await serve(docsFolder), null],
  ] as const) {
    const { headers } = await get(server, '/docs/', { method: 'HEAD' });
    expect([headers.get('account-access-purpose'), headers.get('link')]).toEqual([purpose, linked]);
    expect((await get(server, '/docs/llms.txt')).headers.get('link')).toBe(null);
  }
});

test('redirects /docs to its home page, also behind a proxy that removes a prefix', async () => {
  const server = await serve();
  const response = await get(server, '/docs?from=readme');
  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe('docs/');
  expect(await (await get(server, '/docs', { redirect: 'follow' })).text()).toBe(home);
});

test('sends a file compressed to clients that accept Brotli', async () => {
  const server = await serve();
  const getWith = (encodings: string, target = '/docs/') =>
    exchange(server, encode({ method: 'GET', target, headers: [['Accept-Encoding', encodings]] }));
  for (const encodings of ['br', 'gzip, deflate, br', 'gzip;q=1, BR;q=0.5']) {
    const { headers, body } = await getWith(encodings);
    expect(new Map(headers).get('content-encoding'), encodings).toBe('br');
    expect(new Map(headers).get('vary')).toBe('Accept-Encoding');
    expect(brotliDecompressSync(body).toString()).toBe(home);
  }
  for (const encodings of ['', 'gzip', 'br;q=0', 'brotli']) {
    const { headers, body } = await getWith(encodings);
    expect(new Map(headers).has('content-encoding'), encodings).toBe(false);
    expect(body.toString()).toBe(home);
  }
  expect(new Map((await getWith('br', '/docs/llms.txt')).headers).has('content-encoding')).toBe(
    false,
  );
});

test('sends a browser from / to the docs, and a program the 404 of the contract', async () => {
  const server = await serve();
  const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const { status, headers } = await get(server, '/?a=b', { headers: { Accept } });
  expect([status, headers.get('location'), headers.get('vary')]).toEqual([302, 'docs/', 'Accept']);
  for (const accept of ['*/*', 'application/json'])
    expect((await get(server, '/', { headers: { Accept: accept } })).status).toBe(404);
  expect((await get(server, '/', { method: 'POST', headers: { Accept } })).status).toBe(404);
  expect((await get(await serve(unbuilt()), '/', { headers: { Accept } })).status).toBe(404);
});

test('with CORS, caches learn that each response varies with the origin', async () => {
  const server = await serve(siteFolder(), { corsOrigins: ['https://app.example.com'] });
  const headers = { Accept: 'text/html' };
  for (const [target, also] of [
    ['/', ', Accept'],
    ['/docs', ''],
    ['/docs/', ', Accept-Encoding'],
    ['/.well-known/api-catalog', ''],
  ])
    expect((await get(server, target ?? '', { headers })).headers.get('vary'), target).toBe(
      `Origin${also}`,
    );
});

test('does not send a file again that the reader has cached', async () => {
  const server = await serve();
  const tag = (await get(server, '/docs/')).headers.get('etag') ?? '';
  // `fetch` would add `Cache-Control: no-cache`, with which a client wants the file itself.
  const getUnless = (known: string) =>
    exchange(
      server,
      encode({ method: 'GET', target: '/docs/', headers: [['If-None-Match', known]] }),
    );
  for (const known of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
    const { status, headers, body } = await getUnless(known);
    expect([status, new Map(headers).get('etag'), body.length]).toEqual([304, tag, 0]);
  }
  expect((await getUnless('"other"')).status).toBe(200);
});

const unknown = [
  ...[
    'POST /docs',
    'DELETE /docs/',
    'PUT /docs/index.html',
    'GET /Docs/',
    'GET /docsx',
    'GET /docs/x',
  ],
  ...[
    'GET /docs/notes.txt',
    'GET /docs/index.html.br',
    'GET /docs/operations',
    'GET /docs/operations/',
  ],
  ...[
    'GET /docs//index.html',
    'GET /docs/__proto__',
    'GET /docs/../secret.txt',
    'GET /docs/index.html%00',
  ],
  ...[
    'GET /docs/../docs/index.html',
    'GET /docs/%2e%2e/secret.txt',
    'GET /docs/%2e%2e%2fsecret.txt',
  ],
  ...['GET /docs/..%5csecret.txt', 'GET /docs/operations/../index.html'],
  ...[
    'POST /.well-known/api-catalog',
    'DELETE /.well-known/api-catalog',
    'GET /.well-known/api-catalog/',
  ],
  ...['GET /.well-known/api-catalogs', 'GET /.well-known/', 'GET /.Well-Known/api-catalog'],
];

test('treats a path that is no file of the docs like any unknown path', async () => {
  const server = await serve();
  for (const line of unknown) {
    const [method = '', target = ''] = line.split(' ');
    expect((await sendRequest(server, { method, target })).reason, line).toBe('not_found');
  }
  expect((await get(server, '/%64ocs/%69ndex.html')).status).toBe(200);
});

test.each(['/access', '/access/', '/access?from=mail', '/my/access/'])(
  'leads a browser from %s of an Express app to the docs below it',
  async (target) => {
    const [path = ''] = target.split(/\/?(?:\?|$)/, 1);
    const server = await serve(siteFolder(), { path });
    const page = await get(server, target, {
      redirect: 'follow',
      headers: { Accept: 'text/html' },
    });
    expect([new URL(page.url).pathname, await page.text()]).toEqual([`${path}/docs/`, home]);
  },
);

test('a service without docs returns 404 for their paths, for / and for the API catalog', async () => {
  const server = await serverForTest({ config: { docs: false } });
  const headers = [['Accept', 'text/html']] as const;
  for (const target of ['/', '/docs', '/docs/', '/docs/index.html', '/.well-known/api-catalog']) {
    const response = await sendRequest(server, { method: 'GET', target, headers });
    expect(response.reason, target).toBe('not_found');
  }
});

test('links the API, its description and its pages at the well-known path', async () => {
  const { port } = await serve();
  const base = `http://127.0.0.1:${port}/`;
  const place = new URL('.well-known/api-catalog', base);
  const response = await fetch(place);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    link: '<api-catalog>; rel="api-catalog"',
    'x-content-type-options': 'nosniff',
  });
  const text = await response.text();
  const [catalog, api] = JSON.parse(text).linkset;
  const absolute = (href: string) => new URL(href, place).href;
  expect([catalog.anchor, catalog.item[0].href, api.anchor].map(absolute)).toEqual([
    place.href,
    base,
    base,
  ]);
  for (const [relation, content] of [
    ['service-desc', '# downloads/openapi.json'],
    ['service-doc', home],
  ] as const) {
    const [target, ...others] = api[relation];
    expect(others).toEqual([]);
    const found = await fetch(absolute(target.href));
    expect([await found.text(), found.headers.get('content-type')]).toEqual([content, target.type]);
  }
  const head = await fetch(place, { method: 'HEAD' });
  expect([await head.text(), head.headers.get('content-length')]).toEqual([
    '',
    String(text.length),
  ]);
  expect(head.headers.get('link')).toBe(response.headers.get('link'));
});

test('where the docs were not built, the API catalog links to nothing but the API', async () => {
  const server = await serve(unbuilt());
  expect((await sendRequest(server, { method: 'GET', target: '/docs/' })).reason).toBe('not_found');
  expect(await (await get(server, '/.well-known/api-catalog')).json()).toEqual({
    linkset: [{ anchor: 'api-catalog', item: [{ href: '../' }] }],
  });
});

/** Holds what is read of files back. */
async function holdDisk() {
  const file = await open(process.execPath);
  const handles = Object.getPrototypeOf(file);
  await file.close();
  const read = handles.read;
  const held: (() => void)[] = [];
  const disk = vi.spyOn(handles, 'read').mockImplementation(async function (
    this: unknown,
    ...given
  ) {
    await new Promise<void>((resolve) => held.push(resolve));
    return read.apply(this, given);
  });
  onTestFinished(() => disk.mockRestore());
  return { held, disk };
}

test('two files are read at once, for all clients together', async () => {
  const server = await serve();
  const { held } = await holdDisk();
  const responses = Array.from({ length: 6 }, () => get(server, '/docs/llms.txt'));
  for (let nth = 0; nth < 6; nth += 1) {
    await expect.poll(() => held.length).toBe(Math.min(2, 6 - nth));
    await sendRequest(server, { target: '/nothing' });
    expect(held.length).toBe(Math.min(2, 6 - nth));
    held.shift()?.();
  }
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(6).fill(200));
});

test('requests of clients that left while they waited leave room for others', async () => {
  const server = await serve();
  const { held, disk } = await holdDisk();
  const first = [get(server, '/docs/llms.txt'), get(server, '/docs/llms.txt')];
  await expect.poll(() => held.length).toBe(2);
  const leaving = Array.from({ length: 3 }, () => connectionForTest(server.port));
  for (const connection of leaving)
    connection.write(encode({ method: 'HEAD', target: '/docs/llms.txt' }));
  await server.received(5);
  for (const connection of leaving) connection.reset();
  const left = () => server.log.lines().filter(({ msg }) => msg === 'client disconnected');
  await expect.poll(left).toHaveLength(3);
  disk.mockRestore();
  for (const goOn of held) goOn();
  expect((await get(server, '/docs/llms.txt')).status).toBe(200);
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
});

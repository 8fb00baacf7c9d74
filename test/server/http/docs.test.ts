import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../../mock/create-mock.ts';
import { startMockServer } from '../../../mock/server.ts';
import { encode, exchange, type Listening, sendRequest } from '../../support/http/send-request.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { serverForTest } from '../../support/server/test-server.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

const policy = "default-src 'none'; frame-ancestors 'none'";
const home = '<title>The docs</title>';
const squeezed = brotliCompressSync(home);
const types = {
  'index.html': 'text/html; charset=utf-8',
  'llms.txt': 'text/plain; charset=utf-8',
  'operations/login.md': 'text/markdown; charset=utf-8',
};

/** A built site, with a file that is no part of it in its folder and another above it. */
function siteFolder(): string {
  const folder = join(temporaryFolder(), 'docs');
  const write = (path: string, content: string) => {
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
  writeFileSync(join(folder, 'index.html.br'), squeezed);
  write('notes.txt', 'not listed');
  write('../secret.txt', 'above');
  return folder;
}

const unknown = [
  ['POST', '/docs'],
  ['DELETE', '/docs/'],
  ['PUT', '/docs/index.html'],
  ['GET', '/Docs/'],
  ['GET', '/docsx'],
  ['GET', '/docs/x'],
  ['GET', '/docs/notes.txt'],
  ['GET', '/docs/index.html.br'],
  ['GET', '/docs/operations'],
  ['GET', '/docs/operations/'],
  ['GET', '/docs//index.html'],
  ['GET', '/docs/__proto__'],
  ['GET', '/docs/../secret.txt'],
  ['GET', '/docs/../docs/index.html'],
  ['GET', '/docs/%2e%2e/secret.txt'],
  ['GET', '/docs/%2e%2e%2fsecret.txt'],
  ['GET', '/docs/..%5csecret.txt'],
  ['GET', '/docs/operations/../index.html'],
  ['GET', '/docs/index.html%00'],
] as const;

const servers = {
  'the service': (docsFolder: string): Promise<Listening> =>
    appForTest(() => Promise.reject(new Error('no operation is called')), { docsFolder }),
  'the mock': async (docsFolder: string): Promise<Listening> => {
    const { url, close } = await startMockServer(createMock(), { docsFolder });
    onTestFinished(close);
    return { port: Number(new URL(url).port) };
  },
};

describe.each(Object.entries(servers))('%s', (_name, start) => {
  const get = (server: Listening, target: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${server.port}${target}`, { redirect: 'manual', ...init });

  test('shows a page that finds the service one folder above, behind any prefix', async () => {
    const server = await start(siteFolder());
    const link = '<downloads/openapi.yaml>; rel="service-desc"; anchor=".."';
    for (const target of ['/docs/', '/docs/index.html'])
      expect((await get(server, target, { method: 'HEAD' })).headers.get('link')).toBe(link);
    expect((await get(server, '/docs/llms.txt')).headers.get('link')).toBe(null);
  });

  test('serves each file with its content type and nosniff', async () => {
    const server = await start(siteFolder());
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

  test('redirects /docs to its home page, also behind a proxy that removes a prefix', async () => {
    const server = await start(siteFolder());
    const response = await get(server, '/docs?from=readme');
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('docs/');
    expect(await (await get(server, '/docs', { redirect: 'follow' })).text()).toBe(home);
  });

  test('sends a file compressed to clients that accept Brotli', async () => {
    const server = await start(siteFolder());
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
    expect(new Map((await getWith('br', '/docs/llms.txt')).headers).has('content-encoding')).toBe(false);
  });

  test('sends a browser from / to the docs, and a program the 404 of the contract', async () => {
    const server = await start(siteFolder());
    const page = await get(server, '/?a=b', {
      headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([page.status, page.headers.get('location'), page.headers.get('vary')]).toEqual([
      302,
      'docs/',
      'Accept',
    ]);
    for (const accept of ['*/*', 'application/json'])
      expect((await get(server, '/', { headers: { Accept: accept } })).status).toBe(404);
    const sent = await get(server, '/', { method: 'POST', headers: { Accept: 'text/html' } });
    expect(sent.status).toBe(404);
    const without = await start(join(temporaryFolder(), 'docs'));
    expect((await get(without, '/', { headers: { Accept: 'text/html' } })).status).toBe(404);
  });

  test('treats HEAD like GET, without the content', async () => {
    const target = '/docs/index.html';
    const bytes = encode({ method: 'HEAD', target });
    const { status, headers, body } = await exchange(await start(siteFolder()), bytes, { body: false });
    expect(status).toBe(200);
    expect(new Map(headers).get('content-length')).toBe(String(home.length));
    expect(body).toHaveLength(0);
  });

  test('does not send a file again that the reader has cached', async () => {
    const server = await start(siteFolder());
    const tag = (await get(server, '/docs/')).headers.get('etag') ?? '';
    // `fetch` would add `Cache-Control: no-cache`, with which a client wants the file itself.
    const getUnless = (known: string) =>
      exchange(server, encode({ method: 'GET', target: '/docs/', headers: [['If-None-Match', known]] }));
    for (const known of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
      const { status, headers, body } = await getUnless(known);
      expect([status, new Map(headers).get('etag'), body.length]).toEqual([304, tag, 0]);
    }
    expect((await getUnless('"other"')).status).toBe(200);
  });

  test('serves docs that were built while it runs, and 404 when they are deleted', async () => {
    const folder = siteFolder();
    const server = await start(folder);
    writeFileSync(join(folder, 'index.html'), 'built again');
    expect(await (await get(server, '/docs/')).text()).toBe('built again');
    rmSync(join(folder, 'index.html'));
    expect((await sendRequest(server, { method: 'GET', target: '/docs/' })).reason).toBe('not_found');
    rmSync(folder, { recursive: true });
    expect((await sendRequest(server, { method: 'GET', target: '/docs/llms.txt' })).reason).toBe('not_found');
  });

  test('returns 404 when the docs were not built', async () => {
    const server = await start(join(temporaryFolder(), 'docs'));
    for (const target of ['/docs', '/docs/', '/docs/index.html'])
      expect((await sendRequest(server, { method: 'GET', target })).reason).toBe('not_found');
  });

  test('treats a path that is no file of the docs like any unknown path', async () => {
    const server = await start(siteFolder());
    for (const [method, target] of unknown)
      expect((await sendRequest(server, { method, target })).reason, `${method} ${target}`).toBe('not_found');
  });

  test('finds a file whose name is percent-encoded unnecessarily', async () => {
    expect((await get(await start(siteFolder()), '/%64ocs/%69ndex.html')).status).toBe(200);
  });
});

test('the pages of a mock and of a demo say what they are, and those of a service do not', async () => {
  const purposeAt = async ({ port }: Listening) =>
    (await fetch(`http://127.0.0.1:${port}/docs/`, { method: 'HEAD' })).headers.get('account-access-purpose');
  const docsFolder = siteFolder();
  const fail = () => Promise.reject(new Error('no operation is called'));
  expect(await purposeAt(await servers['the mock'](docsFolder))).toBe('mock');
  expect(await purposeAt(await appForTest(fail, { docsFolder, purpose: 'demo' }))).toBe('demo');
  expect(await purposeAt(await servers['the service'](docsFolder))).toBe(null);
});

test.each(['/access', '/access/', '/access?from=mail', '/my/access', '/my/access/'])(
  'leads a browser from %s of an Express app to the docs below it',
  async (target) => {
    const [path = ''] = target.split(/\/?(?:\?|$)/, 1);
    const app = await appForTest(() => Promise.reject(new Error('no operation is called')), {
      docsFolder: siteFolder(),
      path,
    });
    const url = `http://127.0.0.1:${app.port}`;
    const page = await fetch(`${url}${target}`, { headers: { Accept: 'text/html' } });
    expect([page.url, await page.text()]).toEqual([`${url}${path}/docs/`, home]);
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

const typesApiCatalog = {
  'index.html': 'text/html; charset=utf-8',
  'downloads/openapi.json': 'application/json; charset=utf-8',
};

function docsOf(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), 'docs');
  mkdirSync(join(folder, 'downloads'), { recursive: true });
  for (const path of Object.keys(files)) writeFileSync(join(folder, path), `content of ${path}`);
  const headers = Object.entries(files).map(([path, type]) => [path, { 'Content-Type': type }]);
  writeFileSync(join(folder, 'headers.json'), JSON.stringify({ files: Object.fromEntries(headers) }));
  return folder;
}

const serversApiCatalog = {
  'the service': async (docsFolder: string) => {
    const { port } = await appForTest(() => Promise.reject(new Error('no operation is called')), {
      docsFolder,
    });
    return `http://127.0.0.1:${port}/`;
  },
  'the mock': async (docsFolder: string) => {
    const { url, close } = await startMockServer(createMock(), { docsFolder });
    onTestFinished(close);
    return `${url}/`;
  },
};

interface Target {
  readonly href: string;
  readonly type?: string;
}

describe.each(Object.entries(serversApiCatalog))('%s', (_name, start) => {
  test('links the API, its description and its pages at the well-known path', async () => {
    const base = await start(docsOf(typesApiCatalog));
    const place = new URL('.well-known/api-catalog', base);

    const response = await fetch(place);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    const { linkset } = JSON.parse(await response.text());
    const [catalog, api] = linkset;
    expect(new URL(catalog.anchor, place).href).toBe(place.href);
    expect(catalog.item.map(({ href }: Target) => new URL(href, place).href)).toEqual([base]);
    expect(new URL(api.anchor, place).href).toBe(base);
    for (const [relation, path] of [
      ['service-desc', 'downloads/openapi.json'],
      ['service-doc', 'index.html'],
    ] as const) {
      const [target, ...others]: readonly Target[] = api[relation];
      expect(others).toEqual([]);
      const led = await fetch(new URL(target?.href ?? '', place));
      expect(await led.text()).toBe(`content of ${path}`);
      expect(led.headers.get('content-type')).toBe(target?.type);
    }
  });

  test('returns for HEAD the headers of GET, which name the relation, and no content', async () => {
    const place = new URL('.well-known/api-catalog', await start(docsOf(typesApiCatalog)));
    const varying = ['date', 'keep-alive', 'connection'];
    const headers = (response: Response) =>
      Object.fromEntries([...response.headers].filter(([name]) => !varying.includes(name)));

    const [head, get] = await Promise.all([fetch(place, { method: 'HEAD' }), fetch(place)]);

    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(headers(head)).toEqual(headers(get));
    expect(headers(get)).toMatchObject({
      'content-length': String(Buffer.byteLength(await get.text())),
      link: '<api-catalog>; rel="api-catalog"',
      'x-content-type-options': 'nosniff',
    });
  });

  test('links to nothing but the API where the docs were not built', async () => {
    const place = new URL('.well-known/api-catalog', await start(join(temporaryFolder(), 'none')));

    expect(JSON.parse(await (await fetch(place)).text())).toEqual({
      linkset: [{ anchor: 'api-catalog', item: [{ href: '../' }] }],
    });
  });

  test('treats other methods and paths like any unknown path', async () => {
    const base = await start(docsOf(typesApiCatalog));
    for (const [method, path] of [
      ['POST', '/.well-known/api-catalog'],
      ['DELETE', '/.well-known/api-catalog'],
      ['GET', '/.well-known/api-catalog/'],
      ['GET', '/.well-known/api-catalogs'],
      ['GET', '/.well-known/'],
      ['GET', '/.Well-Known/api-catalog'],
    ]) {
      const response = await fetch(new URL(`${path}`, base), { method: `${method}` });
      expect(response.status, `${method} ${path}`).toBe(404);
      expect(JSON.parse(await response.text()).status).toMatchObject({ code: 404, reason: 'not_found' });
    }
  });
});

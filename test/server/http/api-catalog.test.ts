import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../../mock/create-mock.ts';
import { startMockServer } from '../../../mock/server.ts';
import { appForTest } from '../../support/server/test-app.ts';
import { temporaryFolder } from '../store/temporary-store.ts';

const types = {
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

const servers = {
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

describe.each(Object.entries(servers))('%s', (_name, start) => {
  test('links the API, its description and its pages at the well-known path', async () => {
    const base = await start(docsOf(types));
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
    const place = new URL('.well-known/api-catalog', await start(docsOf(types)));
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
    const base = await start(docsOf(types));
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

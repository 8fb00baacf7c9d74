import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { engineLine } from '../../bin/support/in-process.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';
import { serverForTest, unusedUrl } from '../test-server.ts';
import { albumsDocument, document, library, type Version } from './library.ts';

const keys = { old: 'old-key-5f1b7c20', new: 'new-key-9d3e8a41', secret: 'user:pass+w/rd=5f1b7' };

/** Runs `openapi-contract-tests compare`. Few of the requests are variations, because the tests are about the comparison. */
async function compare(old: string, later: string, ...args: readonly string[]) {
  const albums = temporaryFile('albums.json', albumsDocument);
  const result = await engineLine(
    ['compare', old, later, '--document', albums, '--max-examples', '4', '--json', ...args],
    {
      environment: { OLD_KEY: keys.old, NEW_KEY: keys.new, OLD_SECRET: keys.secret },
    },
  );
  return { ...result, report: result.stdout.startsWith('{') ? JSON.parse(result.stdout) : {} };
}

const found = ({
  findings,
}: {
  findings: { clients: string; subject: string; change: string }[];
}) => findings.map(({ clients, subject, change }) => `${clients} ${subject}: ${change}`);

async function compareVersions(later: Version, ...args: readonly string[]) {
  const [before, after] = [library(), library(later)];
  const [old, next] = [await serverForTest(before.listener), await serverForTest(after.listener)];
  const result = await compare(old.url, next.url, ...args);
  return { ...result, before, after };
}

const withReviews = () => ['--document', temporaryFile('with-reviews.json', document)];

test('reports each of five differences once, and nothing else', async () => {
  const { code, report, before } = await compareVersions(
    {
      showAlbum: ({ addedAt, minutes, ...rest }) => ({
        ...rest,
        ...(minutes !== undefined && { minutes: String(minutes) }),
      }),
      showReview: ({ stars, ...rest }) => ({ ...rest, stars: Number(stars) + 1 }),
      ignoresGenre: true,
      keepsRemoved: true,
    },
    ...withReviews(),
  );
  expect(found(report).toSorted()).toEqual([
    'breaking Album.addedAt: field removed',
    'breaking Album.minutes: type number → string',
    'breaking GET /albums 200[]: item left out → listed',
    'breaking GET /albums/{albumId}: 404 → 200',
    expect.stringMatching(/^breaking Review\.stars: \d → \d$/),
  ]);
  for (const { responses } of report.findings)
    expect(responses).toBeLessThanOrEqual(report.responses);
  expect(report.notCompared).toEqual([]);
  expect(code).toBe(1);
  expect(before.titles()).toEqual(['Album 0 of others']);
});

test('reports once that only the later server rejects a name that it has', async () => {
  const { report } = await compareVersions({
    isTaken: (title, titles) => titles.includes(title),
  });
  expect(found(report)).toEqual(['breaking POST /albums: 201 → 409']);
});

test('the names that an earlier run has left on the later server are no difference', async () => {
  const added: string[] = [];
  await compareVersions({
    onRequest: ({ method, path, json }) =>
      method === 'POST' && path === '/albums' && added.push(String(objectIn(json)?.title)),
  });
  const invented = added.filter((title) => /t[0-9a-f]{7}/.test(title));
  const { report } = await compareVersions({ isTaken: (title) => invented.includes(title) });
  expect(invented.length).toBeGreaterThan(0);
  expect(found(report)).toEqual([]);
});

test('reports once that only the earlier server removes something', async () => {
  const { report } = await compareVersions({ refusesRemoval: true });
  expect(found(report)).toEqual(['breaking DELETE /albums/{albumId}: 204 → 403']);
});

test('an id that the earlier server uses again is no difference', async () => {
  const newId: Version['newId'] = (count, isFree) =>
    Array.from({ length: count + 1 }, (_, at) => `album-${at}`).find(isFree) ?? '';
  const servers = [library({ newId }), library()];
  const [old, later] = await Promise.all(servers.map(({ listener }) => serverForTest(listener)));
  const { report } = await compare(old?.url ?? '', later?.url ?? '');
  expect(found(report)).toEqual([]);
});

test('sends each body to both servers as it is written', async () => {
  const bodies: string[][] = [[], []];
  const [before, after] = bodies.map((own) =>
    library({ onRequest: ({ method, text }) => method === 'POST' && own.push(text) }),
  );
  const [old, later] = [before, after].map((one) => serverForTest(one?.listener ?? (() => {})));
  await compare((await old)?.url ?? '', (await later)?.url ?? '');
  const marked = bodies.map((own) => own.filter((text) => text.startsWith('\uFEFF')).length);
  expect(marked).toEqual([expect.any(Number), (marked[0] ?? 0) / 2]);
  expect(marked[1]).toBeGreaterThan(0);
});

test('ids, times, the order of lists, the records of others and the words of errors are no differences', async () => {
  const { code, report, before, after } = await compareVersions(
    {
      newId: (count) => `album-${count}`,
      inOrder: (items) => [...items].reverse(),
      others: 3,
      message: 'There is no such album.',
    },
    ...withReviews(),
  );
  expect(found(report)).toEqual([]);
  expect(report.notCompared).toEqual([]);
  expect(code).toBe(0);
  // Everything that the comparison created is gone from both.
  expect(before.titles()).toHaveLength(1);
  expect(after.titles()).toHaveLength(3);
});

test('a server does not differ from itself', async () => {
  const { listener, titles } = library();
  const { url } = await serverForTest(listener);
  const { code, report } = await compare(url, url);
  expect([found(report), code]).toEqual([[], 0]);
  expect(titles()).toEqual(['Album 0 of others']);
});

test('changes no record of others on a server that returns its id for what is new', async () => {
  const { after } = await compareVersions({
    newId: (count) => (count === 1 ? 'first' : `album-${count}`),
    showAlbum: (album) => ({ ...album, id: 'first' }),
  });
  expect(after.titles()).toContain('Album 0 of others');
});

const shapes: Readonly<Record<string, readonly [before: Reply, after: Reply]>> = {
  field: [
    [200, { a: 1, b: 2 }],
    [200, { a: 1 }],
  ],
  added: [
    [200, { a: 1 }],
    [200, { a: 1, b: 2 }],
  ],
  type: [
    [200, { a: 1 }],
    [200, { a: [1] }],
  ],
  null: [
    [200, { a: 'x' }],
    [200, { a: null }],
  ],
  format: [
    [200, { a: '2020-05-04T03:02:01Z' }],
    [200, { a: '2020-05-04' }],
  ],
  instant: [
    [200, { a: '2020-05-04T03:02:01Z' }],
    [200, { a: '2020-05-04T05:02:01+02:00' }],
  ],
  order: [
    [200, { a: ['x', 'y'] }],
    [200, { a: ['y', 'x'] }],
  ],
  items: [
    [200, { a: ['x', 'y'] }],
    [200, { a: ['x'] }],
  ],
  header: [
    [200, {}, { etag: '"1"' }],
    [200, {}],
  ],
  cache: [
    [200, {}, { 'cache-control': 'no-store' }],
    [200, {}, { 'cache-control': 'public' }],
  ],
  media: [
    [200, {}],
    [200, {}, { 'content-type': 'application/hal+json' }],
  ],
  error: [
    [200, {}],
    [500, {}],
  ],
  open: [
    [401, {}],
    [200, {}],
  ],
  begun: [
    [404, {}],
    [200, {}],
  ],
  served: [
    [404, {}],
    [200, {}],
  ],
  renamed: [
    [404, { code: 'none' }],
    [410, { code: 'none' }],
  ],
};

/** A document with an operation for each of these. */
const shapesDocument = (names: readonly string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shapes', version: '1' },
    paths: Object.fromEntries(
      names.map((name) => [`/${name}`, { get: { responses: { 200: { description: 'OK' } } } }]),
    ),
  });

test('rates each kind of difference for clients', async () => {
  const serve = (which: 0 | 1) =>
    serverForTest(jsonListener(({ path }) => shapes[path.slice(1)]?.[which] ?? [404]));
  const [old, later] = [await serve(0), await serve(1)];
  const file = temporaryFile('shapes.json', shapesDocument(Object.keys(shapes)));
  const { report } = await compare(old.url, later.url, '--read-only', '--document', file);
  expect(found(report).toSorted()).toEqual([
    'breaking GET /error: 200 → 500',
    'breaking GET /field 200.b: field removed',
    'breaking GET /format 200.a: format date-time → date',
    'breaking GET /items 200.a: 2 items → 1 items',
    'breaking GET /media: application/json → application/hal+json',
    'breaking GET /null 200.a: x → null',
    'breaking GET /open: 401 → 200',
    'breaking GET /type 200.a: type number → array',
    'breaking header etag: header removed',
    'compatible GET /added 200.b: field added',
    'compatible GET /begun: 404 → 200',
    'compatible GET /renamed: 404 → 410',
    'compatible GET /served: 404 → 200',
    'compatible header cache-control: no-store → public',
  ]);
});

test('the address that a server shows of itself is no difference', async () => {
  const listener = jsonListener(({ headers: { host } }) => [
    200,
    { host, self: `http://${host}/plain`, home: `http://${host}` },
  ]);
  const [old, later] = [await serverForTest(listener), await serverForTest(listener)];
  const file = temporaryFile('plain.json', shapesDocument(['plain']));
  const { report } = await compare(old.url, later.url, '--read-only', '--document', file);
  expect(found(report)).toEqual([]);
});

test('sends only safe requests with --read-only', async () => {
  const methods = new Set<string>();
  const onRequest = ({ method }: Received) => void methods.add(method);
  const servers = [library({ onRequest }), library({ onRequest })];
  const [old, later] = await Promise.all(servers.map((one) => serverForTest(one.listener)));
  const { report } = await compare(old?.url ?? '', later?.url ?? '', '--read-only');
  expect([...methods].filter((one) => !/^(GET|HEAD|OPTIONS)$/.test(one))).toEqual([]);
  expect(report.notCompared).toContain('POST /albums');
});

test('each server gets the credentials of its own profile, and no report shows them', async () => {
  const secured = {
    ...JSON.parse(shapesDocument(['me'])),
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  };
  const serve = (key = '', name = '') =>
    serverForTest(
      jsonListener(({ headers }) => (headers['x-key'] === key ? [200, { [name]: 1 }] : [401, {}])),
    );
  const [old, later] = [await serve(keys.old, 'name'), await serve(keys.new, 'title')];
  const folder = temporaryFolder();
  const [one = '', other = ''] = ['OLD_KEY', 'NEW_KEY'].map((name) => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, stringify({ credentials: { key: `env:${name}` } }));
    return file;
  });
  const file = temporaryFile('me.json', JSON.stringify(secured));
  const { report, stdout, code } = await compare(
    ...([
      old.url,
      later.url,
      '--document',
      file,
      '--profile',
      one,
      '--new-profile',
      other,
    ] as const),
  );
  expect(found(report)).toEqual([
    'breaking GET /me 200.name: field removed',
    'compatible GET /me 200.title: field added',
  ]);
  expect(report.findings[0].newRequest).toContain('$CREDENTIAL_KEY_2');
  for (const key of Object.values(keys)) expect(stdout).not.toContain(key);
  expect(code).toBe(1);
});

test('sends no credential of the earlier server to the later one, in whatever form it is carried', async () => {
  const schemes = {
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
  };
  const names = Object.keys(schemes);
  const paths = names.map((name) => [
    `/${name}`,
    { get: { security: [{ [name]: [] }], responses: { 200: { description: 'OK' } } } },
  ]);
  const secured = {
    ...JSON.parse(shapesDocument([])),
    paths: Object.fromEntries(paths),
    components: { securitySchemes: schemes },
  };
  const received: string[] = [];
  const old = await serverForTest(jsonListener(() => [200, {}]));
  const later = await serverForTest((request, response) => {
    const { authorization = '', ...headers } = request.headers;
    const basic = Buffer.from(authorization.replace(/^\w+ /, ''), 'base64').toString();
    received.push(decodeURIComponent(`${request.url} ${JSON.stringify(headers)}`));
    received.push(authorization, basic);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  // Of a length whose base64 ends in `=`, with characters that a cookie and a query encode.
  const profile = temporaryFile(
    'profile.yaml',
    stringify({ credentials: Object.fromEntries(names.map((name) => [name, 'env:OLD_SECRET'])) }),
  );
  const file = temporaryFile('secured.json', JSON.stringify(secured));
  const { code } = await compare(
    ...([old.url, later.url, '--document', file, '--profile', profile] as const),
    ...['--new-profile', temporaryFile('new.yaml', '{}')],
  );
  expect(code).toBe(0);
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter((text) => text.includes(keys.secret))).toEqual([]);
});

test('accepts what a suppression with a reason names', async () => {
  const [old, later] = await Promise.all(
    [{ a: 1 }, {}].map((body) => serverForTest(jsonListener(() => [200, body]))),
  );
  const file = temporaryFile('plain.json', shapesDocument(['plain']));
  const at = '/paths/~1plain/get/responses/200';
  const accepted = temporaryFile('accepted.yaml', stringify([{ at, reason: 'Nobody reads it.' }]));
  const { report, code } = await compare(
    ...([old?.url ?? '', later?.url ?? '', '--document', file] as const),
    ...['--suppressions', accepted],
  );
  expect(found(report)).toEqual([]);
  expect(report.suppressed[0].reason).toBe('Nobody reads it.');
  expect(code).toBe(0);
});

test('names the place, the operations and both requests, and says what was compared', async () => {
  const [old, later] = await Promise.all(
    [{ a: 1 }, {}].map((body) => serverForTest(jsonListener(() => [200, body]))),
  );
  const urls = [old?.url ?? '', later?.url ?? ''];
  const file = temporaryFile('plain.json', shapesDocument(['plain']));
  const { stdout } = await engineLine(['compare', ...urls, '--document', file]);
  expect(stdout).toMatch(/^CLIENTS {2}WHAT DIFFERS\nbreak {4}GET \/plain 200\.a: field removed/);
  expect(stdout).toContain(`old: curl -isS '${urls[0]}/plain'`);
  expect(stdout).toContain(`new: curl -isS '${urls[1]}/plain'`);
  expect(stdout).toMatch(
    /\n1 breaking, 0 compatible\. \d+ responses of 1 of 1 operations compared\.\n$/,
  );
});

test('is inconclusive when a server cannot be reached, and needs a document', async () => {
  const { url } = await serverForTest(library().listener);
  const unreachable = await compare(url, unusedUrl);
  expect(unreachable.code).toBe(3);
  expect(unreachable.report.stopReason).toContain('127.0.0.1:9');
  const without = await engineLine(['compare', url, url]);
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--document')]);
});

import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, onTestFinished, test } from 'vitest';
import { tellingFirst } from '../../../conformance/engine/mutate/mutation.ts';
import schema from '../../../conformance/engine/mutation-report.schema.json' with { type: 'json' };
import { createMock } from '../../../mock/create-mock.ts';
import { startMockServer } from '../../../mock/server.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { runCommand } from '../../support/command/run-command.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { documentPath } from '../document/run-document.ts';
import { jsonListener, objectIn, type Received, type Reply } from '../json-listener.ts';
import { serverForTest } from '../test-server.ts';

const key = 'a-key-of-the-depot-1903';

const document = documentPath('depot');

function depot() {
  const received: Received[] = [];
  const respond = (request: Received): Reply => {
    received.push(request);
    if (request.headers['x-key'] !== key) return [401, { error: 'wrong key' }];
    const { id = '1' } = objectIn(request.json) ?? {};
    if (request.method === 'POST') return [201, { id, state: 'waiting', weight: 2.5, note: 'x' }];
    const number = request.query.get('page') ?? '1';
    const parcels = [{ id: `${number}00000000000000000001`, state: 'delivered', weight: 1 }];
    return [200, { parcels, token: 'hidden-by-its-name' }];
  };
  return { received, respond };
}

const validate = addFormats.default(new Ajv2020({ allErrors: true })).compile(schema);

// Without Node's own fetch, which takes longer to load than all else of such a program, and there are hundreds of runs.
const call = `
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
const call = (url, { body, ...options } = {}) => new Promise((resolve, reject) => {
  const receive = async (response) => {
    const bytes = Buffer.concat(await response.toArray());
    const text = String(response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
    resolve({ status: response.statusCode, text, json: () => JSON.parse(text) });
  };
  request(url, options, (response) => receive(response).catch(reject)).on('error', reject).end(body);
});
`;
const list = `
const base = process.env.BASE_URL;
const get = (query, key) => call(base + '/parcels' + query, { headers: { 'X-Key': key } });
const expect = (is) => { if (!is) process.exit(1); };
`;
const file = (name: string, code: string) => temporaryFile(name, call + code);
const script = (code: string) => [process.execPath, file('tests.mjs', list + code)];

async function mutate(url: string, args: readonly string[], tests: readonly string[]) {
  const folder = temporaryFolder();
  const [report, html] = [join(folder, 'score.json'), join(folder, 'score.html')];
  const reports = ['--report', `json=${report}`, '--report', `html=${html}`];
  const run = await commandLine(['mutate', url, ...args, ...reports, '--', ...tests]);
  const read = (file: string) => readFileSync(file, 'utf8');
  const readReport = () => {
    const written = JSON.parse(read(report));
    validate(written);
    expect(validate.errors).toBeNull();
    return written;
  };
  return { ...run, html: () => read(html), report: readReport };
}

test('the schema of the report has every kind of mutation', () => {
  expect(schema.$defs.mutation.properties.kind.enum).toEqual(tellingFirst);
});

const named = (report: { mutations: { result: string; what: string }[] }, result: string) =>
  report.mutations.filter((one) => one.result === result).map(({ what }) => what);

test('says which broken responses no test noticed, and changes no request', async () => {
  const { received, respond } = depot();
  const { url } = await serverForTest(jsonListener(respond));
  const tests = script(`
    const created = await call(base + '/parcels', {
      method: 'POST',
      headers: { 'X-Key': '${key}', 'Content-Type': 'application/json' },
      body: '{"id":"7"}',
    });
    expect(created.status === 201 && created.json().id === '7');
    for (const page of ['?page=1', '?page=2'])
      expect((await get(page, '${key}')).json().parcels.length === 1);
    expect((await get('', 'wrong')).status === 401);
  `);
  const { code, stdout, html, report } = await mutate(
    url,
    ['--document', document, '--fail-under', '99.5', '--verbose'],
    tests,
  );
  const found = report();
  const survived = named(found, 'survived');
  expect(survived).toEqual(
    expect.arrayContaining([
      '`state` is gone',
      '`parcels[].state` has an unknown value',
      '`parcels[].weight` is a string, not a number',
      'every page repeats the first',
    ]),
  );
  // It may be absent, so a client must not need it.
  expect(survived.join()).not.toContain('note` is gone');
  expect(named(found, 'noticed')).toEqual(
    expect.arrayContaining([
      '`id` is gone',
      '`parcels` is empty',
      'HTTP 500',
      'HTTP 200 without a valid credential',
      'half of the body is missing',
    ]),
  );
  expect(found).toMatchObject({ left: 0, unreached: 0, notCalled: ['DELETE /parcels/{id}'] });
  expect(found.score).toBeCloseTo((100 * found.noticed) / (found.noticed + found.survived));
  expect(code).toBe(1);

  expect(stdout).toContain('- "state": "delivered"');
  expect(stdout).toContain(`Score ${Math.floor(found.score)} %`);
  expect(html()).toContain(
    '<mark>      &quot;state&quot;: &quot;a_value_of_tomorrow&quot;,</mark>',
  );
  for (const text of [stdout, html(), JSON.stringify(found)]) {
    expect(text).not.toContain(key);
    expect(text).not.toContain('hidden-by-its-name');
  }

  const sent = new Set(
    received.map(({ method, path, query, text }) => [method, path, query, text].join(' ')),
  );
  expect([...sent]).toEqual([
    'POST /parcels  {"id":"7"}',
    'GET /parcels page=1 ',
    'GET /parcels page=2 ',
    'GET /parcels  ',
  ]);
}, 120_000);

test('tests that hang or crash have noticed, also with compressed responses and large numbers', async () => {
  const body = gzipSync('{"parcels":[{"id":"a","state":"waiting","weight":12345678901234567890}]}');
  const { url } = await serverForTest((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(body);
  });
  const tests = script(`
    const { text } = await get('', '');
    const [parcel] = JSON.parse(text).parcels ?? [];
    if (parcel.id === null) expect(text.includes('12345678901234567890'));
    if (!('state' in parcel)) setInterval(() => {}, 1000);
    else if (parcel.state === null) process.kill(process.pid, 'SIGKILL');
  `);
  const { code, report } = await mutate(url, ['--document', document], tests);
  const { mutations } = report();
  const how = (what: string) =>
    mutations.find((one: { what: string }) => one.what === what)?.noticed;
  expect(how('`parcels[].state` is gone')).toBe('hung');
  expect(how('`parcels[].state` is null')).toBe('crashed');
  expect(how('`parcels` is gone')).toBe('failed');
  expect(named(report(), 'survived')).toContain('`parcels[].id` is null');
  expect(code).toBe(0);
}, 120_000);

test.each([
  [
    'fail',
    `console.log('the tests said why'); process.exit(4);`,
    /the tests failed \(4\) without any change/,
  ],
  ['send nothing', '', /sent no request to the proxy/],
  [
    'call other paths',
    `await call(base + '/elsewhere');`,
    /sent 1 request through the proxy, but none to an operation/,
  ],
  [
    'pass only once',
    `await get('', '${key}'); const { mkdirSync } = await import('node:fs'); mkdirSync(process.argv[1] + '.once');`,
    /in a second run without any change, although the first one passed/,
  ],
])('tests that %s have no score', async (_what, code, why) => {
  const { url } = await serverForTest(jsonListener(depot().respond));
  const run = await mutate(url, ['--document', document], script(code));
  expect(run.stdout.replaceAll(/\s+/g, ' ')).toMatch(why);
  expect(run.report()).toMatchObject({ noticed: 0, survived: 0 });
  expect(run.code).toBe(3);
  if (code.includes('said why')) expect(run.stderr).toContain('the tests said why');
});

test('the tests get the URL in a variable or an argument, and run before the mock of the contract', async () => {
  const mock = await startMockServer(createMock());
  onTestFinished(mock.close);
  const login = file(
    'login.mjs',
    `const url = process.argv[2] + '/v1/auth/login';
    if (process.env.API !== process.argv[2]) process.exit(9);
    const body = JSON.stringify({ identity: 'demo@example.com', password: 'demo-password' });
    const response = await call(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { data } = response.json();
    if (typeof data.access_token !== 'string') process.exit(1);`,
  );
  const { code, stdout, report } = await mutate(
    mock.url,
    ['--url-variable', 'API', '--verbose'],
    [process.execPath, login, '{url}'],
  );
  expect(named(report(), 'noticed')).toContain('`data.access_token` is gone');
  expect(stdout).toContain('CALLED BY NO TEST (2 of 3 operations)');
  expect(stdout).not.toMatch(/aat_\w{8}/);
  expect(code).toBe(0);
}, 120_000);

/** Whether it still runs. Where nobody waits for orphans, they stay as zombies. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('Ctrl-C ends the tests with all that they started', async () => {
  const calls = new EventEmitter();
  const { url } = await serverForTest(
    jsonListener(({ json }) => {
      calls.emit('call', ...Object.values(objectIn(json) ?? {}));
      return [201];
    }),
  );
  const tests = script(`
    const { spawn } = await import('node:child_process');
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    const body = JSON.stringify({ own: process.pid, other: other.pid });
    await call(base + '/parcels', { method: 'POST', body });
  `);
  const command = runCommand(['mutate', url, '--document', document, '--', ...tests]);
  const pids: number[] = await once(calls, 'call');
  command.signal('SIGINT');
  expect(await command.ended).toBe(3);
  expect(command.stdout()).toContain('Inconclusive: the run was stopped.');
  expect(pids).toHaveLength(2);
  expect(pids.filter(isRunning)).toEqual([]);
});

test.each([
  [['http://127.0.0.1:1', '--document', document], /missing required argument/],
  [['openapi.yaml', '--', 'true'], /is a document, not the base URL/],
  [['http://127.0.0.1:1', '--fail-under', '101', '--', 'true'], /from 0 to 100/],
  [['http://127.0.0.1:1', '--report', 'xml=a', '--', 'true'], /json=<file>, html=<file>/],
  [
    ['http://127.0.0.1:1', '--document', document, '--', '/no/such/program'],
    /there is no such program/,
  ],
])('rejects %j', async (args, why) => {
  const { code, stderr } = await commandLine(['mutate', ...args]);
  expect(stderr).toMatch(why);
  expect(code).toBe(2);
});

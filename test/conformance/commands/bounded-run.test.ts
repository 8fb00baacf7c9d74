import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Report } from '../../../conformance/engine/report/report.ts';
import { isolatedEngineLine } from '../../bin/support/in-process.ts';
import { engineUrl } from '../../support/command/child-process.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { documentFiles } from '../document/run-document.ts';
import { serverForTest } from '../test-server.ts';
import { taskProcesses } from './task-processes.ts';

// A run that is still silent 3 s later is ended. It may be silent for 30 s in all.
const maxTime = 25;

/** A module with a check of this text, which gets `call`, `made` and `gone`. */
const suiteWith = (run: string) =>
  temporaryFile(
    'own.mjs',
    `import { defineCheck, defineSuite, jsonRequest, shown } from '${engineUrl}';
const check = (id, run) => defineCheck({ id, rule: 'Holds.', ...shown('README'), exclusive: true, run });
export default defineSuite({ name: 'own', checks: [
  check('own/first', async ({ call }) => void (await call({ method: 'GET', target: '/' }))),
  check('own/hanging', async ({ call, made, gone }) => { ${run} }),
] });
`,
  );

async function runOwn(run: string, listener: RequestListener, ...args: readonly string[]) {
  const { url } = await serverForTest(listener);
  const file = join(temporaryFolder(), 'report.json');
  const { code, stderr } = await isolatedEngineLine([
    'test',
    url,
    '--suite',
    suiteWith(run),
    '--skip',
    'responses',
    '--report',
    `json=${file}`,
    ...args,
  ]);
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  return { code, stderr, report };
}

const respond: RequestListener = (_request, response) => response.end('ok');

/**
 * Lets the time of a run pass once its process has worked for 3 s after it got a response. Work is measured, not time, because a
 * process starts and gets on as slowly as the machine is busy.
 */
function respondThenPassTime(listener: RequestListener): RequestListener {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    vi.useRealTimers();
  });
  const used = () => taskProcesses().reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const passTime = async () => {
    const before = used();
    while (!isOver && used() < before + 3) await sleep(100);
    if (!isOver) vi.advanceTimersByTime((maxTime + 4) * 1000);
  };
  let hasResponded = false;
  return (request, response) => {
    listener(request, response);
    if (!hasResponded) void passTime();
    hasResponded = true;
  };
}

test('names the schema by which a validation did not end', async () => {
  let node: object = {};
  for (let depth = 0; depth < 40; depth += 1) node = { a: 1, b: 1, next: node };
  const { url } = await serverForTest(
    respondThenPassTime((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(node));
    }),
  );
  // A value that is valid by no branch at its end doubles the work with each level.
  const next = { next: { $ref: '#/components/schemas/Node' } };
  const schema = { $ref: '#/components/schemas/Node' };
  const document = documentFiles({
    'api.json': {
      openapi: '3.1.0',
      components: {
        schemas: {
          Node: {
            anyOf: [
              { required: ['a'], properties: next },
              { required: ['b'], properties: next },
            ],
          },
        },
      },
      paths: {
        '/nodes': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } },
      },
    },
  });
  const file = join(temporaryFolder(), 'report.json');
  const { code } = await isolatedEngineLine([
    'test',
    url,
    '--document',
    document,
    '--max-time',
    `${maxTime}`,
    '--report',
    `json=${file}`,
  ]);
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  expect(report.stopReason).toMatch(
    /; it was running document\/[^ ]+.*, and validating by \/paths\/~1nodes\/get\/.*schema$/,
  );
  expect(code).toBe(3);
});

test('what a run made whose process has ended is deleted, if it is certain that the run made it', async () => {
  const things = new Set<string>();
  const { code, report } = await runOwn(
    `for (const thing of ['/things/1', '/things/2', '/things/3']) await call(jsonRequest('POST', thing));
     made('/things/1', { method: 'DELETE', target: '/things/1' });
     made('/things/2');
     made('/things/3', { method: 'DELETE', target: '/things/3' });
     await call({ method: 'DELETE', target: '/things/3' });
     gone('/things/3');
     process.exit(0);`,
    ({ method, url = '' }, response) => {
      if (method === 'POST') things.add(url);
      if (method === 'DELETE') things.delete(url);
      response.end('ok');
    },
  );
  expect([...things]).toEqual(['/things/2']);
  expect(report.leftovers).toEqual(['/things/2']);
  expect(report.stopReason).toBe(
    'the process of the run ended too early; it was running own/hanging',
  );
  expect(code).toBe(3);
});

const formats = ['json', 'junit', 'sarif', 'html', 'har'] as const;

/** The names of files for all reports, and what is in them. */
function allReports() {
  const folder = temporaryFolder();
  const path = (format: string) => join(folder, `report.${format}`);
  return {
    args: formats.flatMap((format) => ['--report', `${format}=${path(format)}`]),
    read: () =>
      Object.fromEntries(formats.map((format) => [format, readFileSync(path(format), 'utf8')])),
  };
}

const timeIsUp = 'the time was up (--max-time), and the run did not end by itself';
const passing = { serve: respondThenPassTime, args: ['--max-time', `${maxTime}`] };
// It ends long before its time.
const asIs = { serve: (listener: RequestListener) => listener, args: [] };
const memory = 'the run needed too much memory, or its process was killed';

test.each([
  ['never ends', 'while (true);', passing, timeIsUp],
  [
    'needs too much memory for buffers',
    'const all = []; while (true) all.push(Buffer.alloc(50_000_000, 1));',
    asIs,
    memory,
  ],
  [
    'needs too much memory for a heap',
    // It says that it is alive: on a busy machine the heap may take longer than a run may be silent.
    `const all = [];
     for (let at = 0; ; at += 1) {
       all.push(new Array(100_000).fill(String(at)));
       await new Promise(setImmediate);
     }`,
    asIs,
    memory,
  ],
  [
    'kills its process',
    "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});",
    asIs,
    memory,
  ],
])(
  'a run with a check that %s ends, and writes every report, with the check that was under way',
  async (_what, run, { serve, args }, reason) => {
    const reports = allReports();
    const { code, report, stderr } = await runOwn(run, serve(respond), ...args, ...reports.args);
    expect(report.stopReason).toBe(`${reason}; it was running own/hanging`);
    expect(report.checks.map(({ id, kind }) => [id, kind])).toEqual([
      ['own/first', 'passed'],
      ['own/hanging', 'skipped'],
    ]);
    expect({ code, verdict: report.verdict }).toEqual({ code: 3, verdict: 'inconclusive' });
    expect(stderr).not.toMatch(/FATAL|node::|<---/);

    const { har = '', ...others } = reports.read();
    for (const [format, text] of Object.entries(others))
      expect(text, format).toContain('own/hanging');
    const { entries } = JSON.parse(har).log;
    expect(entries).toMatchObject([{ request: { method: 'GET' }, response: { status: 200 } }]);
  },
);

import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../../conformance/engine/bin/program.ts';
import type { Report } from '../../../conformance/engine/report/report.ts';
import { runProgram } from '../../../conformance/engine/terminal/program.ts';
import { commandLine } from '../../bin/support/in-process.ts';
import { engineUrl } from '../../support/command/child-process.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { documentFiles } from '../document/run-document.ts';
import { serverForTest } from '../test-server.ts';

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
  const { code, stderr } = await commandLine(
    [
      'test',
      url,
      '--suite',
      suiteWith(run),
      '--skip',
      'responses',
      '--report',
      `json=${file}`,
      ...args,
    ],
    { run: (typed, terminal) => runProgram(typed, terminal, program) },
  );
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  return { code, stderr, report };
}

const respond: RequestListener = (_request, response) => response.end('ok');

test('a check that never ends does not hold up the end of the run', async () => {
  const { code, report } = await runOwn('while (true);', respond, '--max-time', '3');
  expect(report.stopReason).toBe(
    'the time was up (--max-time), and the run did not end by itself; it was running own/hanging',
  );
  expect(report.checks.map(({ id, kind }) => [id, kind])).toEqual([
    ['own/first', 'passed'],
    ['own/hanging', 'skipped'],
  ]);
  expect({ code, verdict: report.verdict }).toEqual({ code: 3, verdict: 'inconclusive' });
});

test('names the schema by which a validation did not end', async () => {
  let node: object = {};
  for (let depth = 0; depth < 40; depth += 1) node = { a: 1, b: 1, next: node };
  const { url } = await serverForTest((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(node));
  });
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
  const { code } = await commandLine(
    ['test', url, '--document', document, '--max-time', '3', '--report', `json=${file}`],
    { run: (typed, terminal) => runProgram(typed, terminal, program) },
  );
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  expect(report.stopReason).toMatch(
    /; it was running document\/[^ ]+.*, and validating by \/paths\/~1nodes\/get\/.*schema$/,
  );
  expect(code).toBe(3);
});

test.each([
  ['buffers', 'const all = []; while (true) all.push(Buffer.alloc(50_000_000, 1));'],
  ['a heap', 'const all = new Map(); for (let at = 0; ; at += 1) all.set(at, { at: String(at) });'],
])('a run that needs too much memory for %s is ended, and says so', async (_what, run) => {
  const { code, report, stderr } = await runOwn(run, respond);
  expect(report.stopReason).toBe(
    'the run needed too much memory, or its process was killed; it was running own/hanging',
  );
  expect(code).toBe(3);
  expect(stderr).not.toMatch(/FATAL|node::|<---/);
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

test.each([
  ['hangs', 'while (true);', ['--max-time', '2']],
  [
    'needs too much memory',
    'const all = []; while (true) all.push(Buffer.alloc(50_000_000, 1));',
    [],
  ],
  ['kills its process', "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});", []],
])(
  'a run that %s writes every report, with the check that was under way',
  async (_what, run, args) => {
    const reports = allReports();
    await runOwn(run, respond, ...args, ...reports.args);
    const { har = '', ...others } = reports.read();
    for (const [format, text] of Object.entries(others))
      expect(text, format).toContain('own/hanging');
    const { entries } = JSON.parse(har).log;
    expect(entries).toMatchObject([{ request: { method: 'GET' }, response: { status: 200 } }]);
  },
);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command/run-command.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { serverForTest } from '../test-server.ts';

const key = 'Kq7<v2>&"9x" of 4Zt';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const references = (text: string) =>
  text.replaceAll(/[^\w ]/g, (char) => `&#${char.codePointAt(0)};`);

const spellings = {
  'HTML-escaped': references(key),
  'percent-encoded twice': encodeURIComponent(encodeURIComponent(key)),
  'Base64 twice': base64(base64(key)),
  'in capitals': key.toUpperCase(),
  'cut in the middle': key.slice(0, 14),
  'without its beginning': key.slice(9),
};

test('shows no secret, however the server writes it, and obeys no command of the server', async () => {
  const { url } = await serverForTest((_request, response) => {
    const leak = Object.values(spellings).join(' | ');
    response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(`\u001b[31m\u009b2J${leak}\n::add-mask::x\n`);
  });
  const document = temporaryFile(
    'one.yaml',
    `openapi: 3.0.3
paths: { /a: { get: { security: [{ key: [] }], responses: { 200: { description: "\\e[31mOK" } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`,
  );
  const profile = temporaryFile('profile.yaml', 'credentials: { key: env:SERVER_KEY }');
  const har = join(temporaryFolder(), 'traffic.har');
  const run = runCommand(
    ['test', url, '--document', document, '--profile', profile, '--report', `har=${har}`],
    { env: { GITHUB_ACTIONS: 'true', FORCE_COLOR: '0', SERVER_KEY: key } },
  );
  expect(await run.ended).toBe(3);

  const shown = run.stdout();
  for (const text of [shown, run.stderr(), readFileSync(har, 'utf8')]) {
    for (const spelling of Object.values(spellings)) {
      expect(text).not.toContain(spelling);
      expect(text).not.toContain(JSON.stringify(spelling).slice(1, -1));
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be there.
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  }
  const [, token = ''] = /^::stop-commands::(\w{32})\n/.exec(shown) ?? [];
  const [report = '', annotations = ''] = shown.split(`\n::${token}::\n`);
  expect(report).toContain('FAILED');
  expect(annotations).toMatch(/^(::(error|warning) .*\n)+$/);
});

test('in GitHub Actions, no text of a document is a command of the runner', async () => {
  const commands = '\n::add-mask::x\n##[error]boo\n::error::pwn';
  const document = (title: string) =>
    temporaryFile(
      'hostile.json',
      JSON.stringify({
        openapi: '3.0.3',
        info: { title, version: '1' },
        paths: {
          [`/a${commands}`]: {
            get: {
              operationId: `read${commands}`,
              responses: {
                200: {
                  description: 'OK',
                  content: {
                    'application/json': { schema: { type: 'string', pattern: `(${commands}` } },
                  },
                },
              },
            },
          },
        },
      }),
    );
  const missing = temporaryFile(
    'missing.json',
    JSON.stringify({ openapi: '3.0.3', paths: { '/a': { $ref: `./no${commands}` } } }),
  );
  const suppressions = temporaryFile(
    'accepted.yaml',
    JSON.stringify([{ at: '/info/title', reason: commands }]),
  );
  const env = { GITHUB_ACTIONS: 'true', FORCE_COLOR: '0' };
  const runs = [
    ['test', '--list', '--document', document('One')],
    ['test', '--list', '--document', document('One'), '--json'],
    ['test', '--list', '--document', missing],
    ['diff', document('One'), document('Two'), '--suppressions', suppressions],
  ].map((args) => runCommand(args, { env }));
  for (const run of runs) {
    await run.ended;
    const shown = `${run.stdout()}\n${run.stderr()}`;
    expect(shown).toContain('boo');
    expect(shown).not.toMatch(/^\s*::|##\[/m);
  }
});

const issued: Readonly<Record<string, readonly [type: string, body: string, headers?: object]>> = {
  '/form': ['application/x-www-form-urlencoded', 'access_token=issued1x8577c9&scope=repo'],
  '/plain': ['text/plain', 'the token: "issued2x6d5436"'],
  '/events': ['text/event-stream', 'data: {"access_token":"issued3x639f20"}\n\n'],
  '/nearly-json': ['application/json', '{"access_token":"issued4xe27761",}'],
  '/twice': ['application/json', '{"secret":"issued5xedd80f","secret":"issued6x0289eb"}'],
  '/xml': ['application/xml', '<access_token>issued7x835f16</access_token>'],
  '/html': ['text/html', '<input type=hidden name="csrf_token" value="issued8x732faf">'],
  '/short': ['application/json', '{"access":"issued9x8bf66d1385ab","url":"//u:issued10x5fb3@h"}'],
  '/jwt': ['application/json', '{"id":"eyJhbGciOiJub25l.eyJpc3N1ZWQxMSI6.issued12x"}'],
  '/headers': [
    'application/json',
    '[]',
    {
      Location: 'http://x/cb?access_token=issued13x9c4d#id_token=issued14x2496',
      Authorization: 'Bearer issued15xd78da8',
      Link: '</x?token=issued16x8572>; rel=next',
    },
  ],
};

test('masks what a server issues, whatever the body is, and wherever a header has it', async () => {
  const { url } = await serverForTest((request, response) => {
    const [type, body, headers] = issued[request.url ?? ''] ?? ['text/plain', 'nothing'];
    response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
  });
  // No such response is declared, so the report shows each.
  const paths = Object.keys(issued).map((path) => [
    path,
    { get: { responses: { 201: { description: 'Created' } } } },
  ]);
  const document = temporaryFile(
    'issued.json',
    JSON.stringify({ openapi: '3.0.3', paths: Object.fromEntries(paths) }),
  );
  const har = join(temporaryFolder(), 'traffic.har');
  const run = runCommand(
    ['test', url, '--document', document, '--verbose', '--report', `har=${har}`],
    { env: { FORCE_COLOR: '0' } },
  );
  await run.ended;
  for (const text of [run.stdout(), readFileSync(har, 'utf8')]) {
    expect(text).toContain('/nearly-json');
    expect(text.match(/issued\d+x\w*|eyJhbGci\w*/g) ?? []).toEqual([]);
  }
});

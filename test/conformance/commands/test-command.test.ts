import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { commandLine } from '../../bin/support/in-process.ts';
import { temporaryFile, temporaryFolder } from '../../support/server/database.ts';
import { serverForTest } from '../test-server.ts';
import { openBookshop, openModel, testBookshop } from './on-bookshop.ts';

const testCommand = (...args: string[]) => commandLine(['test', ...args]);

test.each([
  ['--only', 'trace'],
  ['--skip', 'document', 'keys', 'login', 'tokens', 'mfa', 'revocation', 'bodies', 'envelope'],
  ['--basis', 'observed'],
  ['--strength', 'observed'],
  ['--operation', 'revokeApiKey'],
  ['--tag', 'Authentication'],
])('with %s, says that the server passed the selected checks only', async (...options) => {
  const { url, profile, folder } = await openModel();
  const [page, json] = [join(folder, 'report.html'), join(folder, 'report.json')];
  const reports = ['--report', `html=${page}`, `json=${json}`];
  const { code, stdout } = await testCommand(
    url,
    '--profile',
    profile,
    '--no-fuzz',
    ...options,
    ...reports,
  );
  expect(code).toBe(0);
  expect(stdout).toContain(`${url} passed the selected checks.`);
  expect(readFileSync(page, 'utf8')).toContain('The server passed the selected checks');
  expect(JSON.parse(readFileSync(json, 'utf8')).partial).toBe(true);
});

test('gives exit code 1 for a server that breaks the contract, and replays its finding from the report', async () => {
  const { url, profile, folder } = await openModel({ traceId: () => 'always-the-same' });
  const file = join(folder, 'report.json');
  const broken = await testCommand(
    url,
    '--profile',
    profile,
    '--only',
    'trace',
    '--report',
    `json=${file}`,
  );
  expect(broken.code).toBe(1);

  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failed = report.checks.find(({ kind }: { kind: string }) => kind === 'failed');
  const again = await testCommand(
    '--replay',
    failed.findings[0].id,
    '--from',
    file,
    '--profile',
    profile,
  );
  for (const text of [
    `FAILED ${failed.id}`,
    'sent by   trace/',
    '1 of 1 check ran: 0 passed, 1 failed;',
  ])
    expect(again.stdout).toContain(text);
  expect(again.code).toBe(1);
});

test('without a profile, reports no check that needs an account as passed', async () => {
  const { url } = await openModel();
  const { stdout } = await testCommand(url, '--only', 'login');
  expect(stdout).toContain('the profile has no fixtures.account');
  expect(stdout).not.toContain('login/returns-a-token passed');
});

test('gives exit code 3 for an account that cannot log in', async () => {
  const { url } = await openModel();
  const unknown = { identity: 'stranger@example.com', password: 'not-known-here' };
  const profile = temporaryFile(
    'wrong.yaml',
    stringify({ demo: true, fixtures: { account: unknown } }),
  );
  const { code, stdout } = await testCommand(url, '--profile', profile);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'cannot log in (HTTP 401, code 401 invalid_credentials)',
  );
  expect(code).toBe(3);
});

test('--init writes a valid profile, and never overwrites a file', async () => {
  const file = join(temporaryFolder(), 'account-access.yaml');
  expect((await testCommand('--init', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('env:ACCOUNT_PASSWORD');
  const again = await testCommand('--init', file);
  expect(again.code).toBe(2);
  expect(again.stderr).toBe(`error: cannot write ${file}: it exists already\n`);
});

test.each([
  ['an invalid address', ['nonsense'], 'is not an http:// or https:// address'],
  ['a missing profile', ['http://127.0.0.1:9', '--profile', '/no/such.yaml'], 'cannot read'],
  ['an invalid time', ['http://127.0.0.1:9', '--max-time', 'soon'], 'a number above 0'],
  ['a replay without its report', ['--replay', '0123abcd'], '--from'],
  ['an invalid header', ['http://127.0.0.1:9', '--header', 'nonsense'], '"Name: value"'],
])('reports %s in one line, with exit code 2', async (_name, args, message) => {
  const { code, stdout, stderr } = await testCommand(...args);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n').length).toBeLessThan(3);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('--max-examples limits the generated requests of a check', async () => {
  let requests = 0;
  const server = await serverForTest((_request, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  const requestBody = { content: { 'application/json': { example: {} } } };
  const post = { operationId: 'add', requestBody, responses: { 204: {} } };
  const document = { openapi: '3.1.0', paths: { '/things': { post } } };
  const file = temporaryFile('openapi.json', JSON.stringify(document));
  const only = ['--document', file, '--only', 'document/fuzz', '--max-examples', '3'];
  const { code } = await testCommand(server.url, ...only);
  expect(code).toBe(0);
  // The first one finds out what the server accepts.
  expect(requests).toBe(1 + 3);
});

test('does not pass a server that accepts nothing, and says that the credentials may be wrong', async () => {
  const { url } = await openBookshop();
  const profile = { demo: true, credentials: { apiKey: 'wrong', staff: 'a:b' } };
  const { stdout, code } = await testBookshop(url, profile);
  expect(stdout).toContain('operations with a success: 0 of 4');
  const oneLine = stdout.replace(/\s+/g, ' ');
  expect(oneLine).toMatch(
    /Inconclusive: no request of an operation succeeded, and \d+ of \d+ returned 401/,
  );
  expect(oneLine).toContain('Check the credentials in the profile');
  expect(code).toBe(3);
});

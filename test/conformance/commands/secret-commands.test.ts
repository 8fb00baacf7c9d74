import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProfile } from '../../../conformance/engine/profile/read-profile.ts';
import { temporaryFolder } from '../../support/server/database.ts';
import { key, staff } from '../document/bookshop-server.ts';
import { openBookshop, testBookshop } from './on-bookshop.ts';

/** A folder with a program of these lines of a shell. */
function folderWith(...lines: string[]): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'get-token.sh'), ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(join(folder, 'get-token.sh'), 0o755);
  return folder;
}

const runs = (folder: string) =>
  existsSync(join(folder, 'runs'))
    ? readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n').length
    : 0;

const countRuns = 'echo run >> runs';
const withCommand = { demo: true, credentials: { apiKey: 'command:./get-token.sh', staff } };

test('a command gives a credential and a header, runs once, and its output is in no report', async () => {
  const gatewayKey = 'a-key-of-the-gateway-9';
  const folder = folderWith(countRuns, `[ "$1" = shop ] && echo '${key}' || echo '${gatewayKey}'`);
  const { url } = await openBookshop((request, response) => {
    if (request.headers['x-gateway-key'] === gatewayKey) return false;
    response.writeHead(403).end();
    return true;
  });
  const profile = {
    demo: true,
    credentials: { apiKey: 'command:./get-token.sh shop', staff },
    headers: { 'X-Gateway-Key': 'command:./get-token.sh gateway' },
  };
  const result = await testBookshop(
    url,
    profile,
    ['--report', `html=${join(folder, 'r.html')}`],
    folder,
  );
  expect(result.stdout).toContain('passed the contract tests');
  expect(result.code).toBe(0);
  expect(runs(folder)).toBe(2);
  const written =
    result.stdout + result.stderr + result.report() + readFileSync(join(folder, 'r.html'), 'utf8');
  expect(written).not.toContain(key);
  expect(written).not.toContain(gatewayKey);
});

/** A folder with a program that makes another key in each run: `short-lived-1`, `short-lived-2`. */
const folderOfShortKeys = () =>
  folderWith(countRuns, 'echo "short-lived-$(wc -l < runs | tr -d " ")"');

/**
 * A bookshop, and a folder with its keys. The first key expires after the first number of requests, the second after the second;
 * all later ones after the last number.
 */
async function openShopOfShortKeys(...requestsPerKey: readonly number[]) {
  const folder = folderOfShortKeys();
  const requests = new Map<string, number>();
  const { url } = await openBookshop((request) => {
    const given = String(request.headers['x-api-key'] ?? '');
    const number = Number(/^short-lived-(\d+)$/.exec(given)?.[1] ?? 0);
    const sent = (requests.get(given) ?? 0) + 1;
    requests.set(given, sent);
    const allowed = requestsPerKey[number - 1] ?? requestsPerKey.at(-1) ?? 0;
    if (number > 0 && sent <= allowed) request.headers['x-api-key'] = key;
    return false;
  });
  return { url, folder };
}

test.each([
  ['renewed, and the request is sent again', [60, 100_000], 2],
  ['renewed once more when the new one is rejected, too', [60, 0, 100_000], 3],
])('a credential that expires is %s', async (_what, requestsPerKey, commands) => {
  const { url, folder } = await openShopOfShortKeys(...requestsPerKey);
  const { stdout, report, code } = await testBookshop(url, withCommand, ['--no-fuzz'], folder);
  expect(stdout).toContain('passed the contract tests');
  expect(code).toBe(0);
  expect(runs(folder)).toBe(commands);
  expect(report()).not.toContain('short-lived-');
});

test('a credential that expires again and again is renewed whenever the server accepted it', async () => {
  const { url, folder } = await openShopOfShortKeys(40);
  const { stdout, code } = await testBookshop(url, withCommand, ['--no-fuzz'], folder);
  expect(stdout).toContain('passed the contract tests');
  expect(code).toBe(0);
  expect(runs(folder)).toBeGreaterThan(2);
});

test('an operation that rejects every credential does not run the command for each of its requests', async () => {
  const folder = folderOfShortKeys();
  let rejected = 0;
  const { url } = await openBookshop((request, response) => {
    const given = String(request.headers['x-api-key'] ?? '');
    if (!given.startsWith('short-lived-')) return false;
    request.headers['x-api-key'] = key;
    if (request.method !== 'POST') return false;
    rejected += 1;
    response.writeHead(401, { 'www-authenticate': 'ApiKey' }).end();
    return true;
  });
  await testBookshop(url, withCommand, [], folder);
  expect(rejected).toBeGreaterThan(30);
  // Once for the run and twice for the operation, and a few more times if its requests are under way at the same time.
  expect(runs(folder)).toBeLessThan(10);
});

test('a credential that the server never accepts does not run the command again', async () => {
  const folder = folderWith(countRuns, 'echo not-a-key-of-the-shop');
  const { url } = await openBookshop();
  await testBookshop(url, withCommand, [], folder);
  expect(runs(folder)).toBe(1);
});

test('a command that fails when it runs again makes the run inconclusive', async () => {
  const folder = folderWith(countRuns, '[ "$(wc -l < runs)" -gt 1 ] && exit 7', `echo '${key}'`);
  let accepted = 0;
  const { url } = await openBookshop((request) => {
    accepted += Number(request.headers['x-api-key'] === key);
    if (accepted > 10) request.headers['x-api-key'] = 'expired';
    return false;
  });
  const { stdout, code } = await testBookshop(url, withCommand, [], folder);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '/credentials/apiKey: the command ./get-token.sh failed with exit code 7',
  );
  expect(code).toBe(3);
});

const leak = 'echo leaked-secret';

test.each([
  [
    'a failure',
    [`${leak} >&2`, 'exit 3'],
    'failed with exit code 3; run it in a terminal to see why',
  ],
  ['no output', ['true'], 'wrote nothing to standard output'],
  ['several lines', [leak, leak], 'wrote more than one line to standard output'],
  ['very long output', ['yes leaked-secret'], 'wrote more than 65536 bytes to standard output'],
])('reports %s of a command without its output', async (_what, lines, message) => {
  const { stderr, code } = await testBookshop(
    'http://127.0.0.1:9',
    withCommand,
    [],
    folderWith(...lines),
  );
  expect(stderr).toBe(`error: /credentials/apiKey: the command ./get-token.sh ${message}\n`);
  expect(code).toBe(2);
});

test('reports a command that does not exist, may not be executed, or does not end', async () => {
  const folder = folderWith('while :; do :; done');
  writeFileSync(join(folder, 'plain.txt'), 'text');
  const text = `credentials:
  a: command:./no-such-program
  b: command:./plain.txt
  c: command:./get-token.sh`;
  const sources = { environment: {}, folder, prompt: undefined, commandTimeoutMs: 50 };
  await expect(readProfile(text, sources)).rejects.toMatchObject({
    problems: [
      '/credentials/a: the command ./no-such-program was not found; paths start at the folder of the profile',
      '/credentials/b: the command ./plain.txt may not be executed; run chmod +x',
      '/credentials/c: the command ./get-token.sh did not end in 0.05 s',
    ],
  });
});

test('no shell reads a command: quotes, variables and semicolons are plain text', async () => {
  const folder = folderWith('echo "$#:$*"');
  const text = `credentials: { a: "command:./get-token.sh 'one two' $HOME; exit 1" }`;
  const { credentials } = await readProfile(text, { environment: {}, folder, prompt: undefined });
  expect(credentials.a).toBe(`5:'one two' $HOME; exit 1`);
});

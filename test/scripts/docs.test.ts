import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thirdParties } from '../support/third-parties.ts';

const run = promisify(execFile);

let folder: string;
let output: string;
let html: string;
let first: string;
const docs = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/docs.ts', '--output', output, ...args]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-'));
  output = join(folder, 'docs');
  ({ stdout: first } = await docs('--if-missing'));
  html = await readFile(join(output, 'reference.html'), 'utf8');
});

afterAll(() => rm(folder, { recursive: true }));

test('the reference shows every operation, and loads only files of the site', () => {
  for (const summary of ['Log in', 'Generate an API key', 'Revoke an API key'])
    expect(html).toContain(summary);
  const loaded = [...html.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g)].map(
    ([, path]) => path,
  );
  expect(loaded.toSorted()).toEqual([
    'icon.svg',
    'icon.svg',
    'reference.css',
    'reference.js',
    'search-index.js',
    'site.js',
    'style.css',
  ]);
  expect(thirdParties(html)).toEqual([]);
});

test('the policy of the reference allows only its own scripts, and blocks requests to other origins', () => {
  const [, policy] = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]+)">/) ?? [];
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).toContain("trusted-types 'none'; connect-src 'self'");
  expect(policy).not.toMatch(/https?:|\*|unsafe|blob:/);
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'));
});

test('the docs are built if missing, and kept while they are complete and current', async () => {
  expect(first).toMatch(/^Wrote .*docs: \d+ files, starting with index\.html\n$/);
  expect((await docs('--if-missing')).stdout).toBe('');
});

test.each([
  '<script src="https://example.com/redoc.js"></script>',
  '<link rel="stylesheet" href="//example.com/style.css">',
  '<img alt="logo" src="http://example.com/logo.svg">',
  '<style>@import "https://example.com/style.css";</style>',
  '<style>@font-face { src: url(https://example.com/font.woff2) }</style>',
  '<script>send("https://otel.example.com/v1/traces")</script>',
  '<script>logo = `https://cdn.example.com/logo.svg`</script>',
])('a request is recognised: %s', (planted) => {
  expect(thirdParties(planted)).toHaveLength(1);
});

test.each(['<a href="https://example.com/">a link</a>', '<svg xmlns="http://www.w3.org/2000/svg">'])(
  'no request is reported: %s',
  (harmless) => {
    expect(thirdParties(harmless)).toEqual([]);
  },
);

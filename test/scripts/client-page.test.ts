import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as client from '../../client/index.ts';
import { clientPage } from '../../scripts/generate/client-page/client-page.ts';

const page = await clientPage();

/** The page of a copy of the client, in which one file is altered. */
async function pageOf(file: string, alter: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sources = ['client/index.ts', 'client/create-client.ts', 'client/failure.ts', 'client/options.ts'];
  await Promise.all(['client', 'generated'].map((name) => mkdir(join(folder, name))));
  for (const path of [...sources, 'generated/contract.ts']) {
    const text = await readFile(path, 'utf8');
    await writeFile(join(folder, path), path === file ? alter(text) : text);
  }
  return clientPage(join(folder, 'client/index.ts'));
}

test('the page names everything that the client exports', () => {
  for (const name of Object.keys(client)) expect(page).toContain(`\`${name}\``);
});

test('the page has each option with its default and its doc comment', () => {
  expect(page).toContain(
    '| `retries` | `number` | 2 | How many times the client retries a call, when it is safe to send the request again. |',
  );
  expect(page).toContain('| `baseUrl` | `string` | required |');
  expect(page).toContain("Example of `headers`: `{ 'X-Gateway-Key': gatewayKey }`");
});

test('the page has each operation with both methods and its reasons', () => {
  expect(page).toContain(
    'client.login(request: LoginRequest, options?: CallOptions): Promise<LoginResult>\n' +
      "client.result.login(request: LoginRequest, options?: CallOptions): Promise<Result<LoginResult, 'login'>>",
  );
  expect(page).toMatch(
    /Reasons: .*`key_not_found`.*; with the `credentials` of the client, also those of `login`\./,
  );
});

test('the page follows the doc comments', async () => {
  const alter = (text: string) => text.replace('Headers of every request', 'Headers of all requests');
  expect(await pageOf('client/options.ts', alter)).toBe(
    page.replace('Headers of every request', 'Headers of all requests'),
  );
});

test.each([
  [
    'an option without a doc comment',
    'client/options.ts',
    'readonly baseUrl: string;',
    'readonly baseUrl: string;\n  readonly proxy?: string;',
    'this has no doc comment: readonly proxy',
  ],
  ['an export in no section', 'client/options.ts', 'interface Retry ', 'interface Again ', 'exports Again'],
  [
    'a section without its export',
    'client/index.ts',
    '  type ClientReason,\n',
    '',
    'does not export ClientReason',
  ],
])('%s is an error', async (_name, file, found, replaced, message) => {
  await expect(pageOf(file, (text) => text.replace(found, replaced))).rejects.toThrow(message);
});

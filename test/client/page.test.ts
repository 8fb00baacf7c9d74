import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createMock } from '../../mock/create-mock.ts';
import { startMockServer } from '../../mock/server.ts';
import { compileStrictly } from '../support/compile-strictly.ts';
import { startForwardProxy } from '../support/http/forward-proxy.ts';
import { temporaryFile } from '../support/server/database.ts';

const root = join(import.meta.dirname, '../..');
const page = await readFile(join(root, 'docs/use/client.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```ts\n(.*?)^```/gms), ([, code = '']) => code);
// Those of the methods are signatures.
const samples = blocks.filter((code) => !/^client\.\w+\(\w+\??: /.test(code));

/** What the samples take for granted: the type, and a value of it. */
const known = {
  baseUrl: ['string', 'process.env.BASE_URL'],
  identity: ['string', "'demo@example.com'"],
  password: ['string', "'demo-password'"],
  credentials: ['Credentials', '{ identity, password }'],
  client: ['Client', 'createClient({ baseUrl, credentials })'],
  id: ['string', 'process.env.KEY_ID'],
  failure: [
    "OperationFailure<'revokeApiKey'>",
    '(await createClient({ baseUrl, credentials: { identity, password } }).result.revokeApiKey(id)).failure',
  ],
  store: ['(secret: string) => Promise<void>', 'async () => {}'],
  welcome: ['(nickname: string) => void', 'console.log'],
  showCodeInput: ['() => void', 'console.log'],
  readFile: [
    "(path: string, encoding: 'utf8') => Promise<string>",
    '() => Promise.reject(new Error())',
  ],
  writeFile: [
    '(path: string, text: string, options: { mode: number }) => Promise<void>',
    'async (...written) => console.log(...written)',
  ],
} as const;
const exported = 'ApiFailure, type Client, createClient, type Credentials, type OperationFailure';

/** The sample as a module that declares or defines what it leaves out. */
function moduleOf(
  sample: string,
  complete: (name: string, as: readonly [string, string]) => string,
) {
  const isDeclared = (name: string) =>
    new RegExp(`^const (\\{[^=]*)?\\b${name}\\b`, 'm').test(sample);
  const left = Object.entries(known).filter(([name]) => !isDeclared(name));
  return [
    `import { ${exported}, type UnknownReason } from 'account-access-client';`,
    ...left.map(([name, as]) => complete(name, as)),
    sample,
    'export {};',
  ].join('\n');
}

const asTyped = (sample: string) =>
  moduleOf(sample, (name, [type]) => `declare const ${name}: ${type};`);

/** With a call, if the sample only creates a client. */
function asProgram(sample: string): string {
  const call = sample.includes('credentials')
    ? 'await client.generateApiKey();'
    : 'await client.login({ identity, password });';
  const whole = sample.includes('await ') ? sample : `${sample}\n${call}`;
  return moduleOf(whole, (name, [, value]) => `const ${name} = ${value};`);
}

test('every sample of the page compiles, strictly', () => {
  expect(samples.length).toBeGreaterThan(9);
  // A switch that has every reason is longer than its sample, which says so.
  const complete = samples.filter((sample) => !sample.includes('satisfies UnknownReason'));
  const files = complete.map((sample) => temporaryFile('sample.ts', asTyped(sample)));
  const undici = join(root, 'node_modules/undici/index.d.ts');
  const client = join(root, 'client/index.ts');
  expect(compileStrictly(files, { 'account-access-client': client, undici })).toEqual([]);
});

/** What each sample prints, by a part of it. */
const outputs: Readonly<Record<string, RegExp>> = {
  'store(': /^$/,
  'instanceof ApiFailure': /^There is no such key \w{32}$/,
  'welcome(': /^Demo$/,
  'withResponse()': /^key_\w{22} .+ \w{32}$/,
  'AbortSignal.timeout': /^$/,
  'access_token: accessToken': /^$/,
  tokenStore: /^token aat_\w+ \{ mode: 384 \}$/,
  onResponse: /^login 200 [\d.]+\ngenerateApiKey 200 [\d.]+$/,
  ProxyAgent: /^$/,
  UnknownReason: /^$/,
};
const unknown = ['ApiFailure', 'UnknownReason'];
const credentials = { identity: 'demo@example.com', password: 'demo-password' };

test.each(samples)('this sample of the page runs: %s', async (sample) => {
  const mock = createMock();
  const server = await startMockServer(mock);
  onTestFinished(() => server.close());
  const proxy = await startForwardProxy(server.url);
  const user = createClient({ baseUrl: server.url, credentials });
  const isUnknown = unknown.some((part) => sample.includes(part));
  const id = isUnknown ? 'key_unknown' : (await user.generateApiKey()).id;

  const program = await bundle(
    asProgram(sample)
      .replace('http://127.0.0.1:8080', server.url)
      .replace('http://proxy.example:3128', proxy.url),
  );
  const { PATH } = process.env;
  const env = { PATH, BASE_URL: server.url, KEY_ID: id };
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });

  const [, output] = Object.entries(outputs).find(([part]) => sample.includes(part)) ?? [];
  expect(stdout.trim()).toMatch(output ?? 'this sample is new');
  expect(proxy.hosts.length > 0).toBe(sample.includes('ProxyAgent'));
});

/** With the sources of the client, so that the tests need no build. */
async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'ts', resolveDir: root },
    alias: { 'account-access-client': join(root, 'client/index.ts') },
    packages: 'external',
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

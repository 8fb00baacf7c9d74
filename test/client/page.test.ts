import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileStrictly } from '../support/compile-strictly.ts';
import { temporaryFile } from '../support/server/database.ts';

const root = join(import.meta.dirname, '../..');
const page = await readFile(join(root, 'docs/use/client.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```ts\n(.*?)^```/gms), ([, code = '']) => code);
// Those of the methods are signatures.
const samples = blocks.filter((code) => !/^client\.\w+\(\w+\??: /.test(code));

/** What the samples take for granted. */
const known = {
  baseUrl: 'string',
  identity: 'string',
  password: 'string',
  id: 'string',
  credentials: 'Credentials',
  client: 'Client',
  failure: "OperationFailure<'revokeApiKey'>",
  store: '(secret: string) => Promise<void>',
  welcome: '(nickname: string) => void',
  showCodeInput: '() => void',
  readFile: "(path: string, encoding: 'utf8') => Promise<string>",
  writeFile: '(path: string, text: string, options: { mode: number }) => Promise<void>',
  prompt: '(question: string) => string | null',
};
const exported = 'ApiFailure, type Client, createClient, type Credentials, type OperationFailure';

/** The sample as a module that declares what it leaves out. */
function moduleOf(sample: string): string {
  const isDeclared = (name: string) =>
    new RegExp(`^const (\\{[^=]*)?\\b${name}\\b`, 'm').test(sample);
  const declared = Object.entries(known).filter(([name]) => !isDeclared(name));
  return [
    `import { ${exported}, type UnknownReason } from 'account-access-client';`,
    ...declared.map(([name, type]) => `declare const ${name}: ${type};`),
    sample,
    'export {};',
  ].join('\n');
}

test('every sample of the page compiles, strictly', () => {
  expect(samples.length).toBeGreaterThan(10);
  // A switch that has every reason is longer than its sample, which says so.
  const complete = samples.filter((sample) => !sample.includes('satisfies UnknownReason'));
  const files = complete.map((sample) => temporaryFile('sample.ts', moduleOf(sample)));
  const undici = join(root, 'node_modules/undici/index.d.ts');
  const client = join(root, 'client/index.ts');
  expect(compileStrictly(files, { 'account-access-client': client, undici })).toEqual([]);
});

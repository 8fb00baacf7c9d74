import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/contract.ts';
import { createMock } from '../../mock/create-mock.ts';
import { type MockServer, startMockServer } from '../../mock/server.ts';
import type { Document } from '../../scripts/contract/document.ts';
import { operationsOf } from '../../scripts/contract/operations.ts';
import { callsOf } from '../../scripts/samples/call.ts';
import { codeSamples, type Language } from '../../scripts/samples/code-samples.ts';
import { demoAccounts } from '../../server/config/demo-accounts.ts';
import { type DocumentedServer, startDocumentedServer } from '../support/server/documented-server.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const client = join(root, 'client/index.ts');
// Our own bundle; the linter checks that it is OpenAPI.
const contract = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8')) as Document;
const calls = operationsOf(contract).flatMap((entry) => callsOf(contract, entry));
const samples = calls.flatMap((call) => codeSamples(call).map((sample) => ({ call, ...sample })));

/** How a sample of each language is run, and what must be on the machine for it. */
const languages: Record<Language, { file: string; command: readonly string[]; needs?: readonly string[] }> = {
  shell: { file: 'sample.sh', command: ['bash'], needs: ['curl', '--version'] },
  typescript: { file: 'sample.mjs', command: [process.execPath] },
  javascript: { file: 'sample.mjs', command: [process.execPath] },
  python: { file: 'sample.py', command: ['python3'], needs: ['python3', '-c', 'import requests'] },
};

// The one of the system has the packages of the system.
const hasRequests = ['-c', 'import requests'];
if (
  await run('python3', hasRequests)
    .catch(() => undefined)
    .then((found) => found === undefined)
)
  languages.python = {
    ...languages.python,
    command: ['/usr/bin/python3'],
    needs: ['/usr/bin/python3', ...hasRequests],
  };

const missing = new Set<string>();
for (const [language, { needs: [program, ...args] = [] }] of Object.entries(languages)) {
  if (program !== undefined) await run(program, args).catch(() => missing.add(language));
}
if (missing.size > 0) {
  const message = `the samples in ${[...missing].join(' and ')} cannot run: install curl, python3 and python3-requests`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`SKIPPED: ${message}`);
}
const runnable = samples.filter(({ language }) => !missing.has(language));

let folder: string;
let documented: DocumentedServer;
let mock: MockServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'));
  documented = await startDocumentedServer();
  mock = await startMockServer(createMock({ otp: '000000' }));
});
afterAll(async () => {
  await Promise.all([documented?.close(), mock?.close()]);
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** Runs a program with nothing but its token, and returns what it prints. */
async function execute(language: Language, source: string, token: string): Promise<string> {
  const { file, command } = languages[language];
  const [program = '', ...words] = command;
  const own = await mkdtemp(join(folder, 'run-'));
  await writeFile(join(own, file), language === 'typescript' ? await compile(source) : source);
  const { PATH, HOME } = process.env;
  const { stdout } = await run(program, [...words, join(own, file)], {
    env: { PATH, HOME, ACCESS_TOKEN: token },
  });
  return stdout;
}

/** With the sources of the client, so that the tests need no build. */
async function compile(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'ts', resolveDir: root },
    alias: { 'account-access-client': client },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

test('every operation has samples in every language, and the first is short', () => {
  expect(new Set(calls.map(({ operationId }) => operationId))).toEqual(new Set(Object.keys(operations)));
  expect(samples).toHaveLength(calls.length * Object.keys(languages).length);
  const linesOf = (source: string) => source.split('\n').filter((line) => line !== '').length;
  for (const { language, source } of samples) {
    if (language === 'shell') expect(linesOf(source), source).toBeLessThanOrEqual(5);
    // Only the header for idempotency needs more than ten.
    if (language === 'typescript')
      expect(linesOf(source), source).toBeLessThanOrEqual(source.includes('idempotencyKey') ? 13 : 10);
  }
});

describe.each(runnable)('$label: $call.operationId, $call.name', ({ call, language, source }) => {
  test('sends the request of the example, and prints the outcome', async () => {
    const { url, received } = documented.expectCall(call, contract);
    const { response, shown } = call;
    // As the page of the reference does on a server.
    const printed = await execute(language, source.replaceAll(call.baseUrl, url), documented.token);
    expect(received()).toEqual({
      method: call.method,
      path: call.path,
      headers: call.headers,
      token: call.takesToken ? documented.token : undefined,
      body: call.body,
    });
    // The linter checks the examples against the schema of the envelope.
    const { status, data } = response.value as {
      status: { code: number; reason?: string };
      data: Record<string, string>;
    };
    if (language === 'shell') expect(JSON.parse(printed)).toEqual(response.value);
    else if (status.reason !== undefined) expect(printed).toBe(`${status.code} ${status.reason}\n`);
    else for (const name of shown) expect(printed).toContain(data[name]);
  });
});

describe.each([...new Set(runnable.map(({ language }) => language))])('in %s', (language) => {
  const sourceOf = (operationId: string, replace: Readonly<Record<string, string>> = {}) => {
    const found = samples.find((one) => one.language === language && one.call.operationId === operationId);
    if (found === undefined) throw new Error(`no sample in ${language} for ${operationId}`);
    const { identity, password } = demoAccounts.plain;
    const values = {
      [found.call.baseUrl]: mock.url,
      'ada@example.com': identity,
      'correct horse battery staple': password,
      ...replace,
    };
    return Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), found.source);
  };
  const valueIn = (printed: string, pattern: RegExp) => pattern.exec(printed)?.[0] ?? '';

  test('the samples log in, generate a key and revoke it', async () => {
    const token = valueIn(await execute(language, sourceOf('login'), ''), /aat_\w+/);
    expect(token).not.toBe('');
    const generated = await execute(language, sourceOf('generateApiKey'), token);
    expect(generated).toMatch(/aak_\w{40,}/);
    const id = valueIn(generated, /key_\w+/);
    const revoked = await execute(
      language,
      sourceOf('revokeApiKey', { key_3kTzQ0p9mW5bVc7Xr1LsYd: id }),
      token,
    );
    expect(revoked).toContain('API key revoked');
    expect(revoked).toContain(id);
  });
});

test('the samples in TypeScript compile, strictly', async () => {
  const sources = samples.filter(({ language }) => language === 'typescript');
  const files = await Promise.all(
    sources.map(async ({ call, source }) => {
      const file = join(folder, `${call.operationId}-${call.name}.mts`);
      await writeFile(file, source);
      return file;
    }),
  );
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { 'account-access-client': [client] },
  });
  const errors = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(files.length).toBeGreaterThanOrEqual(Object.keys(operations).length);
  expect(errors).toEqual([]);
});

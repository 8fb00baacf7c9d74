import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, expect, test, vi } from 'vitest';
import { operations } from '../../generated/contract.ts';
import type { Document } from '../../scripts/contract/document.ts';
import { operationsOf } from '../../scripts/contract/operations.ts';
import { callsOf } from '../../scripts/samples/call.ts';
import { codeSamples, type Language } from '../../scripts/samples/code-samples.ts';
import { compileStrictly } from '../support/compile-strictly.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { startDocumentedServer } from '../support/server/documented-server.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const client = join(root, 'client/index.ts');
// Our own bundle; the linter checks that it is OpenAPI.
const contract = JSON.parse(
  await readFile(join(root, 'generated/openapi.json'), 'utf8'),
) as Document;
const calls = operationsOf(contract).flatMap((entry) => callsOf(contract, entry));
const samples = calls.flatMap((call) => codeSamples(call).map((sample) => ({ call, ...sample })));

/** What runs each Python source of a list, and prints what each prints as a line of JSON. */
const inPython = `
import contextlib, io, json, sys
for source in json.load(sys.stdin):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(source, {})
    print(json.dumps(printed.getvalue()))
`;

const finds = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
// The one of the system has the packages of the system.
const pythons = ['python3', '/usr/bin/python3'];
const python = pythons.find((program) => finds(program, '-c', 'import requests'));
const missing = [
  ...(finds('curl', '--version') ? [] : ['shell']),
  ...(python === undefined ? ['python'] : []),
];
if (missing.length > 0) {
  const message = `the samples in ${missing.join(' and ')} cannot run: install curl, python3 and python3-requests`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`SKIPPED: ${message}`);
}
const runnable = samples.filter(({ language }) => !missing.includes(language));

const documented = await startDocumentedServer();
afterAll(() => documented.close());

/** Runs programs with nothing but a token: Python's in one process, and what a browser could run in this one. */
const execute: Readonly<
  Record<Language, (sources: readonly string[], token: string) => Promise<string[]>>
> = {
  shell: (sources, token) =>
    Promise.all(
      sources.map(
        async (source) => (await run('sh', ['-c', source], { env: environmentWith(token) })).stdout,
      ),
    ),
  python: async (sources, token) => {
    const running = run(python ?? '', ['-c', inPython], { env: environmentWith(token) });
    running.child.stdin?.end(JSON.stringify(sources));
    return (await running).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  },
  javascript: importAll,
  typescript: async (sources, token) => importAll(await Promise.all(sources.map(compile)), token),
};

function environmentWith(token: string) {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, ACCESS_TOKEN: token };
}

async function importAll(sources: readonly string[], token: string): Promise<string[]> {
  vi.stubEnv('ACCESS_TOKEN', token);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const printed: string[] = [];
  for (const source of sources) {
    log.mockClear();
    await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
    printed.push(log.mock.calls.map((words) => `${words.join(' ')}\n`).join(''));
  }
  log.mockRestore();
  vi.unstubAllEnvs();
  return printed;
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
  expect(new Set(calls.map(({ operationId }) => operationId))).toEqual(
    new Set(Object.keys(operations)),
  );
  expect(samples).toHaveLength(calls.length * Object.keys(execute).length);
  const linesOf = (source: string) => source.split('\n').filter((line) => line !== '').length;
  for (const { language, source } of samples) {
    if (language === 'shell') expect(linesOf(source), source).toBeLessThanOrEqual(5);
    // Only the header for idempotency needs more than ten.
    if (language === 'typescript')
      expect(linesOf(source), source).toBeLessThanOrEqual(
        source.includes('idempotencyKey') ? 13 : 10,
      );
  }
});

test.each([...new Set(runnable.map(({ language }) => language))])(
  'each sample in %s sends the request of its example, and prints the outcome',
  async (language) => {
    const expected = runnable
      .filter((sample) => sample.language === language)
      .map(({ call, source }) => ({ call, source, ...documented.expectCall(call, contract) }));
    // As the page of the reference does on a server.
    const sources = expected.map(({ call, source, url }) => source.replaceAll(call.baseUrl, url));
    const printed = await execute[language](sources, documented.token);
    for (const [index, { call, received }] of expected.entries()) {
      const { method, path, headers, takesToken, body, response, shown, name } = call;
      const token = takesToken ? documented.token : undefined;
      expect(received(), name).toEqual({ method, path, headers, token, body });
      // The linter checks the examples against the schema of the envelope.
      const { status, data } = response.value as {
        status: { code: number; reason?: string };
        data: Record<string, string>;
      };
      const output = printed[index] ?? '';
      if (language === 'shell') expect(JSON.parse(output), name).toEqual(response.value);
      else if (status.reason !== undefined)
        expect(output, name).toBe(`${status.code} ${status.reason}\n`);
      else for (const field of shown) expect(output, name).toContain(data[field]);
    }
  },
);

test('the samples in TypeScript compile, strictly', async () => {
  const folder = temporaryFolder();
  const sources = samples.filter(({ language }) => language === 'typescript');
  const files = await Promise.all(
    sources.map(async ({ call, source }) => {
      const file = join(folder, `${call.operationId}-${call.name}.mts`);
      await writeFile(file, source);
      return file;
    }),
  );
  expect(files.length).toBeGreaterThanOrEqual(Object.keys(operations).length);
  expect(compileStrictly(files, { 'account-access-client': client })).toEqual([]);
});

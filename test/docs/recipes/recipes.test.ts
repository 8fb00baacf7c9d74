import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { createMock } from '../../../mock/create-mock.ts';
import { startMockServer } from '../../../mock/server.ts';
import { createDocumentedResponses } from '../../mock/documented.ts';
import { blocksOf, folderWith, page, runTests, sources, testFiles, titlesIn } from './recipe-folder.ts';

const files = testFiles();
const inVitest = files.filter((file) => !file.includes('@playwright/test'));

test('the page has tests for Vitest, msw and Playwright, in blocks of at most 12 lines', () => {
  expect(files.map((file) => titlesIn(file).length > 0)).toEqual([true, true, true]);
  expect(inVitest).toHaveLength(2);
  for (const code of blocksOf('ts')) expect(code.trim().split('\n').length, code).toBeLessThanOrEqual(12);
});

test.each(inVitest)('every test of the page passes, in file %#', async (file) => {
  const outcomes = await runTests(await folderWith(file));
  expect(outcomes).toEqual(Object.fromEntries(titlesIn(file).map((title) => [title, 'passed'])));
});

test('a recipe that does not work fails its test', async () => {
  const [file = ''] = inVitest;
  const [before = ''] = file.split("test('the client sends");
  const wrong = before.replace("{ example: 'key_limit_reached' }", "{ example: 'key_not_found' }");
  const { 'the user has too many keys': outcome } = await runTests(await folderWith(wrong));
  expect(outcome).toMatch(/^failed: MockError: generateApiKey, step 1: there is no such documented response/);
});

test('the blocks compile, strictly', async () => {
  const names = await Promise.all(files.map(async (file) => join(await folderWith(file), 'recipes.test.ts')));
  const program = ts.createProgram(names, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, [path]])),
  });
  const errors = names.flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)));
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});

test('the table lists the documented responses', () => {
  const ids = ['login', 'generateApiKey', 'revokeApiKey'];
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d+) +\|(.*)\|$/gm)].flatMap(
    ([, example, code, cells = '']) =>
      cells
        .split('|')
        .flatMap((cell, index) => (cell.trim() === 'yes' ? [`${ids[index]} ${code} ${example}`] : [])),
  );
  const documented = createDocumentedResponses().map(
    ({ operation, code, example }) => `${operation} ${code} ${example}`,
  );
  expect(rows.toSorted()).toEqual(documented.toSorted());
});

test('the requests for other languages work', async () => {
  const [start = '', plan = '', prefer = ''] = blocksOf('sh');
  const port = /--port (\d+)/.exec(start)?.[1];
  const mock = createMock({ otp: '000000' });
  const server = await startMockServer(mock);
  onTestFinished(() => server.close());
  const run = async (code: string) => {
    const script = `set -e; ${code.replaceAll(`http://127.0.0.1:${port}`, server.url)}`;
    return (await promisify(execFile)('bash', ['-c', script])).stdout;
  };
  const [planned, repeated, clock] = plan.split('\n');
  for (const line of [planned, repeated, clock]) expect(await run(line ?? '')).toContain('"code":200');
  expect(new Date(mock.clock.now()).getUTCFullYear()).toBe(2030);
  const send = () => mock.fetch(`${server.url}/v1/auth/login`, { method: 'POST' });
  expect([(await send()).status, (await send()).status]).toEqual([503, 400]);
  expect((await run(plan)).match(/"code":200/g)).toHaveLength(5);
  expect(mock.journal()).toEqual([]);
  const [shown = ''] = blocksOf('json');
  const { status } = JSON.parse(shown);
  expect(JSON.parse(await run(prefer))).toEqual({ status: { ...status, trace_id: expect.any(String) } });
});

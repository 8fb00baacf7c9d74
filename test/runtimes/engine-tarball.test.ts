import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { crudDocument, crudServer, type Fault } from '../conformance/document/crud-server.ts';
import { serverForTest } from '../conformance/test-server.ts';
import { blocksOf } from '../docs/support/blocks.ts';
import { runProgram, startProgram } from '../support/command/child-process.ts';
import { root } from './support/installed.ts';
import { npmInstall, run } from './support/npm-install.ts';

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', packing, { cwd: join(root, 'conformance/engine') });
  const [{ filename }] = JSON.parse(stdout);
  tarball = join(folder, filename);
  await run('tar', ['-xzf', filename], { cwd: folder });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'parts.json'), crudDocument({ ids: 'uuids' }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const runIn = (cwd: string, file: string, ...args: readonly string[]) =>
  runProgram([process.execPath, join(folder, file), ...args], { cwd });

const program = (...args: readonly string[]) =>
  runIn(folder, 'package/dist/bin/openapi-contract-tests.js', ...args);

describe('the package of the engine', () => {
  test('has no code that names this service', async () => {
    const words = ['account-access', 'argon2', 'from .express', 'generated/', '#strict'];
    const grep = ['-rliE', words.join('|'), join(folder, 'package/dist')];
    await expect(run('grep', grep)).rejects.toMatchObject({ code: 1, stdout: '' });
  });

  test('installs into an empty project with at most 14 packages and 12 MB', async () => {
    const project = join(folder, 'empty');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{"private":true}');
    await npmInstall(project, ['--ignore-scripts'], tarball);
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project });
    // The first line is the project.
    expect(stdout.trim().split('\n').length - 1).toBeLessThanOrEqual(14);
    const modules = join(project, 'node_modules');
    const names = await readdir(modules, { recursive: true });
    const sizes = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(modules, name));
        return found.isFile() ? found.size : 0;
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(12_000_000);
  });

  test.each<[name: string, fault: Fault | undefined, code: number]>([
    ['passes a correct server', undefined, 0],
    ['fails a server that loses a field', 'loses a field in POST', 1],
  ])('%s', async (_name, fault, code) => {
    const server = await serverForTest(crudServer({ ids: 'uuids', filled: false }, fault).listener);
    const tested = await program('test', server.url, '--document', 'parts.json');
    expect(tested.stdout).toMatch(
      code === 0 ? /passed the contract tests/ : /created-is-readable\/getPart/,
    );
    expect(tested.code).toBe(code);
  });

  test('runs the checks of the page, from the command line and in Vitest', async () => {
    const project = join(folder, 'project');
    await mkdir(join(project, 'node_modules'), { recursive: true });
    await symlink(join(folder, 'package'), join(project, 'node_modules/openapi-contract-tests'));
    await symlink(join(root, 'node_modules/tsx'), join(project, 'node_modules/tsx'));
    const page = await readFile(join(root, 'conformance/engine/docs/own-checks.md'), 'utf8');
    const blocks = blocksOf(page);
    const source = blocks.find(({ file }) => file === 'server.mjs')?.code ?? '';
    const code = source.replace('process.env.PORT ?? 3000', '0');
    const server = startProgram([process.execPath, '--input-type=module', '--eval', code]);
    onTestFinished(server.end);
    const address = await server.says(/http:\S+(?=\n)/);
    for (const { file, code } of blocks)
      if (file !== undefined)
        await writeFile(join(project, file), code.replace('http://127.0.0.1:3000', address));
    const shown = blocks.find(({ code }) => code.includes('--suite checks.ts'))?.output?.code ?? '';
    const bin = 'package/dist/bin/openapi-contract-tests.js';
    const tested = await runIn(project, bin, 'test', address, '--suite', 'checks.ts');
    const printed = tested.stdout.replaceAll(address, 'http://127.0.0.1:3000');
    const pieces = shown.split('…\n').map((piece) => piece.replace(/ in [\d.]+ s/, ''));
    for (const piece of pieces) expect(printed.replace(/ in [\d.]+ s/, '')).toContain(piece);
    expect(tested.code).toBe(1);
    const inVitest = await runIn(
      project,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--root',
      project,
    );
    const results = stripVTControlCharacters(inVitest.stdout);
    expect(results).toContain('× todos/long: Returns the title that was sent.');
    expect(results).toContain('1 failed | 5 passed (6)');
  });
});

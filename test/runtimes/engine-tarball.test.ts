import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crudDocument, crudServer, type Fault } from '../conformance/document/crud-server.ts';
import { serverForTest } from '../conformance/test-server.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
let folder: string;
let paths: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', packing, { cwd: join(root, 'conformance/engine') });
  const [{ filename, files }] = JSON.parse(stdout);
  paths = files.map(({ path }: { path: string }) => path);
  await run('tar', ['-xzf', filename], { cwd: folder });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'parts.json'), crudDocument('uuids'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The packed program. */
async function program(...args: readonly string[]) {
  const file = join(folder, 'package/dist/bin/openapi-contract-tests.js');
  return run(process.execPath, [file, ...args], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

describe('the package of the engine', () => {
  test('contains the program with its texts, and no test', () => {
    expect(paths).toContain('dist/bin/openapi-contract-tests.js');
    const others = paths.filter((path) => !/^dist\/.*\.(d\.ts|js)$/.test(path));
    expect(others.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
      'profile.schema.json',
      'report.schema.json',
    ]);
    expect(paths.filter((path) => path.includes('.test.'))).toEqual([]);
  });

  test('has no code that names this service', async () => {
    const words = ['account-access', 'argon2', 'from .express', 'generated/', '#strict'];
    const grep = ['-rliE', words.join('|'), join(folder, 'package/dist')];
    await expect(run('grep', grep)).rejects.toMatchObject({ code: 1, stdout: '' });
  });

  test.each<[name: string, fault: Fault | undefined, code: number]>([
    ['passes a correct server', undefined, 0],
    ['fails a server that loses a field', 'loses a field in POST', 1],
  ])('%s', async (_name, fault, code) => {
    const server = await serverForTest(crudServer({ ids: 'uuids', filled: false }, fault).listener);
    const tested = await program('test', server.url, '--document', 'parts.json');
    expect(tested.stdout).toMatch(code === 0 ? /passed the contract tests/ : /created-is-readable\/getPart/);
    expect(tested.code).toBe(code);
  });
});

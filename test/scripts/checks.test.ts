import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { renamedDuplicates } from '../../scripts/check-generators/generators.ts';
import { deadLinks } from '../../scripts/dead-links.ts';
import { temporaryFolder } from '../server/store/temporary-store.ts';

const library = new URL('../../scripts/run-in-parallel.ts', import.meta.url).href;
const check = fileURLToPath(new URL('../../scripts/check.ts', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

// Ends only when its neighbour has begun as well.
const step = `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const [name, neighbour, code] = process.argv.slice(2);
console.log(name + ' began');
writeFileSync(name + '.began', '');
while (!existsSync(neighbour + '.began')) await setTimeout(5);
console.error(name + ' saw ' + neighbour);
process.exitCode = Number(code);
`;

test('commands run at once, the output of each is printed whole, and the names of those that fail are returned', () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'step.mjs'), step);
  const commands = { left: 'node step.mjs left right 0', right: 'node step.mjs right left 7' };
  const program = `import { runInParallel } from '${library}';
console.error(await runInParallel(${JSON.stringify(commands)}, 2));`;
  writeFileSync(join(cwd, 'program.mjs'), program);
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', tsx, 'program.mjs'], {
    cwd,
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^── left: runs\n── right: runs\n/);
  expect(stdout).toMatch(/^── left: passed, \d+\.\d s\nleft began\nleft saw right\n/m);
  expect(stdout).toMatch(/^── right: FAILED \(7\), \d+\.\d s\nright began\nright saw left\n/m);
  expect({ lines: stdout.split('\n').length, stderr }).toEqual({ lines: 9, stderr: "[ 'right' ]\n" });
});

test('an unknown check is an error that names the known ones', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', tsx, check, 'kode'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^There is no check kode. There are: typecheck, .*imports/),
  });
});

const files = ['README.md', 'docs/guide.md', 'examples/one.ts'];

test('a link is dead when its target does not exist', () => {
  const text =
    '[a](docs/guide.md) [b](docs/guide.md#part) [c](examples/) [d](examples) [e](https://example.com/x.md) [f](#here) ' +
    '[g](docs/other.md) [h](openapi/openapi.yaml "the contract") [i](<exam>) [j](docs/guide.md/more) [k](../README.md)';
  expect(deadLinks('README.md', text, files)).toEqual([
    'docs/other.md',
    'openapi/openapi.yaml',
    'exam',
    'docs/guide.md/more',
    '../README.md',
  ]);
});

test('a link is relative to its file', () => {
  expect(
    deadLinks('docs/guide.md', '[a](../README.md) [b](../examples/one.ts) [c](README.md)', files),
  ).toEqual(['README.md']);
});

test.each([
  ['export type LoginResponse = {};\nexport type LoginResponse2 = {};', ['LoginResponse2']],
  ['export interface Key {}\nexport interface Key_2 {}', ['Key_2']],
  ['export const login = 1;\nexport const login1 = 2;', ['login1']],
  ['export async function revoke() {}\nexport function revoke10() {}', ['revoke10']],
])('finds a name that a generator numbered (case %#)', (text, names) => {
  expect(renamedDuplicates(text)).toEqual(names);
});

test.each([
  ['an HTTP status', 'export type loginResponse = {};\nexport type loginResponse404 = {};'],
  ['a name of its own', 'export type Sha256 = {};\nexport type Login = {};'],
  ['a name that is not exported', 'export type Options = {};\ntype Options2 = {};'],
])('allows %s', (_case, text) => {
  expect(renamedDuplicates(text)).toEqual([]);
});

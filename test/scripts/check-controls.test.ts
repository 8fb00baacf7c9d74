import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { Controls } from '../../scripts/check-controls/controls.ts';
import { renamedDuplicates } from '../../scripts/check-generators/generators.ts';
import { deadLinks } from '../../scripts/dead-links.ts';
import { runInParallel } from '../../scripts/run-in-parallel.ts';
import { temporaryFolder } from '../server/store/temporary-store.ts';

const program = resolve('scripts/check-controls.ts');
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

const row = (threat: string, test: string) => `- **${threat}**: at most 10. \`${test}\` (1.1.1)\n`;

const source = `export function limit(count: number): number {
  if (count > 10) return 10;
  return count;
}
`;

const files = {
  '.gitignore': 'node_modules\n',
  'docs/explanation/security.md': [
    row('Too many', 'server/limit.test.ts`, `server/others.test.ts'),
    row('Far too many', 'server/limit.test.ts'),
  ].join(''),
  'server/limit.ts': source,
  'test/server/limit.test.ts': `
import { expect, test } from 'vitest';
import { limit } from '../../server/limit.ts';
test('counts to 10', () => expect(limit(11)).toBe(10));
`,
  'test/server/others.test.ts': `
import { expect, test } from 'vitest';
import { limit } from '../../server/limit.ts';
test.each([1, 2])('allows %s', (count) => expect(limit(count)).toBe(count));
`,
  'package.json': JSON.stringify({ type: 'module' }),
  'test/server/operations/generate-api-key.test.ts': `
import { expect, test } from 'vitest';
import { limit } from '../../../server/limit.ts';
test('returns a key with its id, creation time, prefix and advice', () => expect(limit(0)).toBe(0));
`,
  'vitest.config.ts':
    "export default { test: { projects: [{ test: { name: 'sqlite', include: ['test/**/*.test.ts'] } }] } };",
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, types: [] },
  }),
};

/** A small project whose only table has these entries, and what the command prints there. */
function checkControls(table: Controls, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  const all = { ...files, 'test/controls/limit.ts': `export const controls = ${JSON.stringify(table)};` };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(cwd, dirname(path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'), 'junction');
  execFileSync('git', ['init', '--quiet'], { cwd });
  const { status, stdout } = spawnSync(process.execPath, ['--import', tsx, program, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return {
    status,
    lines: stdout
      .replaceAll(/\d+\.\d s/g, '? s')
      .trimEnd()
      .split('\n'),
  };
}

const line = 'if (count > 10) return 10;';
const removed = { test: 'server/limit.test.ts', file: 'server/limit.ts', find: line };
const old = { ...removed, find: 'return Math.min(count, 10);' };

test('shows the test that fails without a control, and each entry that shows none', () => {
  const { status, lines } = checkControls({
    'Too many': {
      removed,
      old,
      missed: { ...removed, test: 'server/others.test.ts' },
      broken: { ...removed, replace: 'return count / 0;' },
      misspelled: { ...removed, replace: 'return cuont;' },
      ambiguous: { ...removed, find: 'count' },
      several: {
        test: removed.test,
        edits: [removed, { ...removed, find: 'return count', replace: 'return 2 * count' }],
      },
    },
    'Too few': { old },
  });
  expect(lines.slice(0, 6)).toEqual([
    'test/controls has no entry for “Far too many”',
    'limit/old: docs/explanation/security.md has no row “Too few”',
    'limit/ambiguous: server/limit.ts has the text `count` more than once',
    'limit/old: server/limit.ts has no text `return Math.min(count, 10);`',
    'limit/old: server/limit.ts has no text `return Math.min(count, 10);`',
    '3 tests pass without a change, ? s',
  ]);
  expect(lines.slice(6, -1).sort()).toEqual([
    'INVALID limit/ambiguous (? s): server/limit.ts has the text `count` more than once',
    'INVALID limit/broken (? s): the service does not work with it',
    "INVALID limit/misspelled (? s): it does not compile: server/limit.ts:2: Cannot find name 'cuont'. Did you mean 'count'?",
    'INVALID limit/old (? s): server/limit.ts has no text `return Math.min(count, 10);`',
    'INVALID limit/old (? s): server/limit.ts has no text `return Math.min(count, 10);`',
    'SURVIVED limit/missed (? s): no test of server/others.test.ts fails',
    'killed limit/removed (? s): counts to 10',
    'killed limit/several (? s): counts to 10',
  ]);
  expect(lines.at(-1)).toBe('2 of 8 controls cannot be removed unnoticed, ? s');
  expect(status).toBe(1);
});

test('runs the entries that the arguments name, and succeeds when each is killed', () => {
  expect(checkControls({ 'Too many': { removed, old } }, 'removed')).toEqual({
    status: 0,
    lines: [
      '1 tests pass without a change, ? s',
      'killed limit/removed (? s): counts to 10',
      '1 of 1 controls cannot be removed unnoticed, ? s',
    ],
  });
  expect(checkControls({ 'Too many': { removed } }, 'nothing')).toEqual({
    status: 1,
    lines: ['No entry of test/controls has such a name: nothing'],
  });
});

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

test('commands run at once, the output of each is printed whole, and the names of those that fail are returned', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'step.mjs'), step);
  const printed = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const begin = `cd ${cwd} && node step.mjs`;
  const failed = await runInParallel({ left: `${begin} left right 0`, right: `${begin} right left 7` }, 2);
  const stdout = printed.mock.calls.join('');
  printed.mockRestore();
  expect(failed).toEqual(['right']);
  expect(stdout).toMatch(/^── left: runs\n── right: runs\n/);
  expect(stdout).toMatch(/^── left: passed, \d+\.\d s\nleft began\nleft saw right\n/m);
  expect(stdout).toMatch(/^── right: FAILED \(7\), \d+\.\d s\nright began\nright saw left\n/m);
});

const filesChecks = ['README.md', 'docs/guide.md', 'examples/one.ts'];

test('a link is dead when its target does not exist', () => {
  const text =
    '[a](docs/guide.md) [b](docs/guide.md#part) [c](examples/) [d](examples) [e](https://example.com/x.md) [f](#here) ' +
    '[g](docs/other.md) [h](openapi/openapi.yaml "the contract") [i](<exam>) [j](docs/guide.md/more) [k](../README.md)';
  expect(deadLinks('README.md', text, filesChecks)).toEqual([
    'docs/other.md',
    'openapi/openapi.yaml',
    'exam',
    'docs/guide.md/more',
    '../README.md',
  ]);
});

test('a link is relative to its file', () => {
  expect(
    deadLinks('docs/guide.md', '[a](../README.md) [b](../examples/one.ts) [c](README.md)', filesChecks),
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

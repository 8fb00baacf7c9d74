import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../server/store/temporary-store.ts';

const program = resolve('scripts/check-controls.ts');
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

const row = (threat: string, title: string) =>
  `| ${threat} | at most 10 | \`server/limit.test.ts\`: “${title}” | 1.1.1 |\n`;

/** A patch that replaces the only line of the source. */
const patch = (first: string, line: string) =>
  `${first}\n--- a/server/limit.ts\n+++ b/server/limit.ts\n@@ -1 +1 @@\n-${source}\n+${line}\n`;

const source = 'export const limit = (count: number): number => Math.min(count, 10);';

const files = {
  '.gitignore': 'node_modules\n',
  'docs/explanation/security.md': `| threat | control | tested by | ASVS |\n| --- | --- | --- | --- |\n${row('Too many', 'counts to 10”; `server/limit.test.ts`: “allows %s')}${row('Far too many', 'allows %s')}`,
  'server/limit.ts': `${source}\n`,
  'test/server/limit.test.ts': `
import { expect, test } from 'vitest';
import { limit } from '../../server/limit.ts';
test('counts to 10', () => expect(limit(11)).toBe(10));
test.each([1, 2])('allows %s', (count) => expect(limit(count)).toBe(count));
`,
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

/** A small project with these patches, and what the command prints there. */
function checkControls(patches: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  const all = { ...files, ...patches };
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

const unlimited = 'export const limit = (count: number): number => count;';

test('shows the test that fails without a control, and each patch that shows none', () => {
  const { status, lines } = checkControls({
    'test/controls/limit/removed.patch': patch('Threat: Too many', unlimited),
    'test/controls/limit/unchanged.patch': patch('Threat: Too many', `${source} // As it was.`),
    'test/controls/limit/missed.patch': patch('Threat: Too many\nTest: allows %s', unlimited),
    'test/controls/limit/broken.patch': patch('Threat: Too many', unlimited.replace('count;', 'count / 0;')),
    'test/controls/limit/misspelled.patch': patch('Threat: Too many', unlimited.replace('count;', 'cuont;')),
    'test/controls/limit/old.patch': patch('Threat: Too many', unlimited).replace('Math.min', 'Math.max'),
    'test/controls/limit/stray.patch': patch('Threat: Too few', unlimited),
  });
  const [first, second, third] = lines;
  expect([first, second, third]).toEqual([
    'no patch in test/controls for “Far too many”',
    'test/controls/limit/stray.patch: its first lines name no row of docs/explanation/security.md, or no test of the row',
    '3 tests pass without a patch, ? s',
  ]);
  expect(lines.slice(3, -1).sort()).toEqual([
    'INVALID limit/broken (? s): the service does not work with it',
    "INVALID limit/misspelled (? s): it does not compile: server/limit.ts:1: Cannot find name 'cuont'. Did you mean 'count'?",
    expect.stringMatching(/^INVALID limit\/old \(\? s\): it does not apply: /),
    'SURVIVED limit/missed (? s): no test of its row fails',
    'SURVIVED limit/unchanged (? s): no test of its row fails',
    'killed limit/removed (? s): counts to 10',
  ]);
  expect(lines.at(-1)).toBe('1 of 6 patches killed, ? s');
  expect(status).toBe(1);
});

test('runs the patches that the arguments name, and succeeds when each is killed', () => {
  const patches = {
    'test/controls/limit/removed.patch': patch('Threat: Too many', unlimited),
    'test/controls/limit/old.patch': patch('Threat: Too many', unlimited).replace('Math.min', 'Math.max'),
  };
  expect(checkControls(patches, 'removed')).toEqual({
    status: 0,
    lines: [
      '3 tests pass without a patch, ? s',
      'killed limit/removed (? s): counts to 10',
      '1 of 1 patches killed, ? s',
    ],
  });
  expect(checkControls(patches, 'nothing')).toEqual({
    status: 1,
    lines: ['No patch in test/controls has such a name: nothing'],
  });
});

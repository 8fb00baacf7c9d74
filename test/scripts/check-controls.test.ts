import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Controls } from '../../scripts/check-controls/controls.ts';
import { renamedDuplicates } from '../../scripts/check-generators/generators.ts';
import { deadLinks } from '../../scripts/dead-links.ts';
import { tsx } from '../support/command/child-process.ts';
import { temporaryFolder } from '../support/server/database.ts';

const testOf = (name: string, expectation: string) => `
import { expect, test } from 'vitest';
import { limit } from '../../server/limit.ts';
test('${name}', () => ${expectation});
`;

const files = {
  '.gitignore': 'node_modules\n',
  'docs/explanation/security.md': `
- **Too many**: at most 10. \`server/limit.test.ts\`, \`server/others.test.ts\` (1.1.1)
- **Far too many**: at most 10. \`server/limit.test.ts\` (1.1.1)
`,
  'server/limit.ts': `export function limit(count: number): number {
  if (count > 10) return 10;
  return count;
}
`,
  'test/server/limit.test.ts': testOf('counts to 10', 'expect(limit(11)).toBe(10)'),
  'test/server/others.test.ts': testOf('allows 2', 'expect(limit(2)).toBe(2)'),
  // With this test every change must leave the service working.
  'test/server/operations/access-tokens.test.ts': testOf('works', 'expect(limit(0)).toBe(0)').replace(
    '../../server',
    '../../../server',
  ),
  'package.json': JSON.stringify({ type: 'module' }),
  'vitest.config.ts':
    "export default { test: { projects: [{ test: { name: 'sqlite', include: ['test/**/*.test.ts'] } }] } };",
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'nodenext', target: 'es2023', strict: true, types: [] },
  }),
};

const find = 'if (count > 10) return 10;';

test('shows the test that fails without a control, and each entry that shows none', () => {
  const cwd = temporaryFolder();
  const table: Controls = {
    'Too many': {
      'server/limit.ts': {
        removed: find,
        missed: { find, test: 'server/others' },
        misspelled: { find, replace: 'return cuont;' },
        ambiguous: 'count',
      },
    },
    'Too few': {
      'server/limit.ts': { old: { find: 'return Math.min(count, 10);', test: 'server/limit' } },
    },
  };
  const all = { ...files, 'test/controls/limit.ts': `export const controls = ${JSON.stringify(table)};` };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(cwd, dirname(path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'), 'junction');
  execFileSync('git', ['init', '--quiet'], { cwd });
  const args = ['--import', tsx, resolve('scripts/check-controls.ts')];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const lines = stdout
    .replaceAll(/\d+\.\d s/g, '? s')
    .trimEnd()
    .split('\n');
  expect(lines.toSorted()).toEqual(
    [
      'test/controls has no entry for “Far too many”',
      'limit/old: docs/explanation/security.md has no row “Too few”',
      'limit/ambiguous: server/limit.ts has the text `count` more than once',
      'limit/old: server/limit.ts has no text `return Math.min(count, 10);`',
      '2 tests pass without a change, ? s',
      'INVALID limit/ambiguous (? s): server/limit.ts has the text `count` more than once',
      "INVALID limit/misspelled (? s): it does not compile: server/limit.ts(2,10): error TS2552: Cannot find name 'cuont'. Did you mean 'count'?",
      'INVALID limit/old (? s): server/limit.ts has no text `return Math.min(count, 10);`',
      'SURVIVED limit/missed (? s): no test of server/others.test.ts fails',
      'killed limit/removed (? s): counts to 10',
      '1 of 5 controls cannot be removed unnoticed, ? s',
    ].toSorted(),
  );
  expect(status).toBe(1);
});

const listed = ['README.md', 'docs/guide.md', 'examples/one.ts'];

test('a link is dead when its target, relative to its file, does not exist', () => {
  const text =
    '[a](docs/guide.md) [b](docs/guide.md#part) [c](examples/) [d](examples) [e](https://example.com/x.md) [f](#here) ' +
    '[g](docs/other.md) [h](openapi/openapi.yaml "the contract") [i](<exam>) [j](docs/guide.md/more) [k](../README.md)';
  const dead = ['docs/other.md', 'openapi/openapi.yaml', 'exam', 'docs/guide.md/more', '../README.md'];
  expect(deadLinks('README.md', text, listed)).toEqual(dead);
  expect(deadLinks('docs/guide.md', '[a](../README.md) [b](README.md)', listed)).toEqual(['README.md']);
});

test('finds the names that a generator numbered, but not statuses, or names of their own or that are not exported', () => {
  const types = ['LoginResponse', 'LoginResponse2', 'loginResponse', 'loginResponse404', 'Sha256', 'Options'];
  const exported = [...types.map((name) => `type ${name} = {}`), 'const login = 1', 'const login1 = 2'];
  const text = ['type Options2 = {}', ...exported.map((one) => `export ${one}`)].join(';\n');
  expect(renamedDuplicates(text)).toEqual(['LoginResponse2', 'login1']);
});

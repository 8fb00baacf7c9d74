import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** From a file, to a file or package. */
type Arrow = readonly [from: string, to: string];

const refused: readonly Arrow[] = [
  ['openapi/lint/a.ts', 'generated/types.ts'],
  ...['client', 'conformance', 'mock'].map((to): Arrow => ['server/app.ts', `${to}/a.ts`]),
  ...['server', 'conformance', 'mock', 'bin', 'test'].map((to): Arrow => ['client/a.ts', `${to}/a.ts`]),
  ...['server', 'client', 'mock', 'bin', 'test'].map(
    (to): Arrow => ['conformance/suite/checks/a.ts', `${to}/a.ts`],
  ),
  ...['http', 'operations', 'security', 'store'].flatMap((part): Arrow[] => [
    [`server/${part}/a.ts`, 'server/app.ts'],
    [`server/${part}/a.ts`, 'operator/a.ts'],
  ]),
  ['server/http/a.ts', 'server/store/a.ts'],
  ['server/operations/a.ts', 'server/http/respond.ts'],
  ['server/operations/a.ts', 'server/store/a.ts'],
  ['server/operations/a.ts', 'kysely'],
  ['operator/a.ts', 'kysely'],
  ['server/store/a.ts', 'kysely'],
  ['server/security/a.ts', 'server/store/a.ts'],
  ['server/security/a.ts', 'server/http/problem.ts'],
  ['server/security/a.ts', 'express'],
  ['server/store/a.ts', 'server/http/problem.ts'],
  ['server/store/a.ts', 'server/operations/index.ts'],
  ['server/store/a.ts', 'express'],
  ['operator/a.ts', 'server/operations/index.ts'],
  ...['client', 'conformance', 'mock', 'bin', 'test'].map((to): Arrow => ['operator/a.ts', `${to}/a.ts`]),
  ...['client', 'conformance', 'server', 'server/store'].map((to): Arrow => ['mock/a.ts', `${to}/a.ts`]),
  ['mock/a.ts', '@node-rs/argon2'],
  ...['bin', 'scripts', 'conformance', 'server/store'].map((to): Arrow => ['console/a.ts', `${to}/a.ts`]),
  ['bin/commands/a.ts', 'test/a.ts'],
  ['bin/commands/a.ts', 'console/a.ts'],
  ['scripts/a.ts', 'bin/a.ts'],
  ['scripts/a.ts', 'test/a.ts'],
  ['conformance/engine/a.ts', 'conformance/suite/a.ts'],
  ['conformance/suite/a.ts', 'account-access/client'],
  ['elsewhere/a.ts', 'generated/types.ts'],
];

const allowed: readonly Arrow[] = [
  ['scripts/docs/a.ts', 'console/a.ts'],
  ['scripts/a.ts', 'bin/help/page.ts'],
  ...['client', 'mock'].map((to): Arrow => ['console/a.ts', `${to}/a.ts`]),
  ...['server', 'client', 'conformance/suite', 'mock'].map(
    (from): Arrow => [`${from}/b.ts`, 'generated/types.ts'],
  ),
  ['conformance/suite/a.ts', 'conformance/engine/a.ts'],
  ...['server', 'client', 'conformance', 'mock'].map((to): Arrow => ['bin/commands/a.ts', `${to}/a.ts`]),
  ...['bin', 'server', 'client', 'scripts'].map((to): Arrow => ['test/b.ts', `${to}/a.ts`]),
  ['operator/a.ts', 'server/compose-service.ts'],
  ['server/app.ts', 'server/store/b.ts'],
  ['server/http/a.ts', 'server/operations/index.ts'],
  ['server/operations/a.ts', 'server/http/problem.ts'],
  ['server/operations/a.ts', 'server/operations/index.ts'],
  ['server/store/a.ts', 'server/security/identity.ts'],
  ['mock/a.ts', 'server/http/b.ts'],
  ['server/store/one.ts', 'server/store/two.ts'],
  ['server/store/two.ts', 'server/store/one.ts'],
];

test('only the planted imports that no row allows are found, and the cycle', {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'direction-'));
  try {
    const arrows = [...refused, ...allowed];
    const files = new Map(arrows.flat().map((file) => [file, '']));
    for (const [from, to] of arrows) {
      const target = to.endsWith('.ts') ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to;
      files.set(from, `${files.get(from)}import '${target}';\n`);
    }
    // An operation may know the types of the store.
    files.set('server/operations/b.ts', "import type { A } from '../store/a.ts';\n");
    for (const [file, text] of files) {
      if (!file.endsWith('.ts')) continue;
      await mkdir(join(folder, dirname(file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    const { imports, cycles } = await cruise(folder);
    expect(imports).toEqual(refused.map((arrow) => arrow.join(' → ')).toSorted());
    // The others make cycles, too.
    expect(cycles).toContain('server/store/one.ts → server/store/two.ts');
  } finally {
    await rm(folder, { recursive: true });
  }
});

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

function arrowOf({ from, to }: Violation): string {
  const [, name] = /node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+)/.exec(to) ?? [];
  return `${from} → ${name ?? to}`;
}

/** The imports that the configuration of the project refuses in a folder. */
function cruise(folder: string): Promise<Record<'imports' | 'cycles', readonly string[]>> {
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', resolve('.dependency-cruiser.mjs'), '--output-type', 'json', '.'];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) => {
      if (!stdout.startsWith('{')) return fail(new Error(stdout + stderr));
      const { summary }: { summary: { violations: Violation[] } } = JSON.parse(stdout);
      const found = (isCycle: boolean) => {
        const some = summary.violations.filter(({ rule }) => (rule.name === 'no cycles') === isCycle);
        return [...new Set(some.map(arrowOf))].toSorted();
      };
      done({ imports: found(false), cycles: found(true) });
    });
  });
}

const readers = {
  'server/config/config.ts': true,
  'server/app.ts': false,
  'client/a.ts': false,
  'bin/a.ts': false,
  'bin/environment.ts': true,
};

test.each(Object.entries(readers))('%s may read the environment: %s', async (path, may) => {
  const problems = await lint([path, 'export const home = process.env.HOME;\n']);
  expect(problems).toEqual(may ? [] : ['lint/style/noProcessEnv']);
});

/** Lints a file, which is not in the tree, by the rules of the tree; returns the rules that it breaks. */
async function lint([path, text]: readonly [path: string, text: string]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'direction-'));
  try {
    const { vcs: _, ...config } = JSON.parse(await readFile('biome.json', 'utf8'));
    await writeFile(join(folder, 'biome.json'), JSON.stringify(config));
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    return (await biome(folder)).map(({ category }) => category);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function biome(folder: string): Promise<readonly { readonly category: string }[]> {
  const cli = join(process.cwd(), 'node_modules/.bin/biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(cli, options, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => {
      resolve(JSON.parse(stdout).diagnostics);
    });
  });
}

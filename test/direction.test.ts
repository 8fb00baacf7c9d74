import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { directions } from '../scripts/lint-imports/directions.ts';
import { findViolations } from '../scripts/lint-imports/find-violations.ts';
import { importCycles } from '../scripts/source/cycles.ts';
import { importGraph } from '../scripts/source/imports.ts';

/** From a file, to a file or package, and the name that is imported. */
type Arrow = readonly [from: string, to: string, name?: string | undefined];

const refused: readonly Arrow[] = [
  ...['server', 'client', 'conformance', 'generated'].map((to): Arrow => ['openapi/lint/a.ts', `${to}/a.ts`]),
  ...['client', 'conformance', 'mock'].map((to): Arrow => ['server/app.ts', `${to}/a.ts`]),
  ...['server', 'conformance', 'mock'].map((to): Arrow => ['client/a.ts', `${to}/a.ts`]),
  ...['server', 'client', 'mock'].map((to): Arrow => ['conformance/checks/a.ts', `${to}/a.ts`]),
  ...['client', 'conformance', 'server', 'server/store'].map((to): Arrow => ['mock/a.ts', `${to}/a.ts`]),
  ...['server', 'client', 'conformance', 'mock', 'scripts'].flatMap((from): Arrow[] => [
    [`${from}/a.ts`, 'bin/a.ts'],
    [`${from}/a.ts`, 'test/a.ts'],
  ]),
  ...['http', 'operations', 'security', 'store'].flatMap((part): Arrow[] => [
    [`server/${part}/a.ts`, 'server/app.ts'],
    [`server/${part}/a.ts`, 'operator/run/start-server.ts'],
    [`server/${part}/a.ts`, 'client/a.ts'],
    [`server/${part}/a.ts`, 'conformance/a.ts'],
    [`server/${part}/a.ts`, 'bin/a.ts'],
    [`server/${part}/a.ts`, 'test/a.ts'],
  ]),
  ['bin/commands/a.ts', 'test/a.ts'],
  ...['bin', 'server', 'client', 'conformance', 'mock', 'openapi/lint'].map(
    (from): Arrow => [`${from}/a.ts`, 'console/a.ts'],
  ),
  ...['bin', 'scripts', 'conformance', 'server', 'server/http', 'server/store'].map(
    (to): Arrow => ['console/a.ts', `${to}/a.ts`],
  ),
  ['server/http/a.ts', 'server/store/accounts/accounts.ts'],
  ['server/operations/a.ts', 'server/http/steps/envelope.ts'],
  ['server/operations/a.ts', 'server/store/accounts/accounts.ts'],
  ['server/operations/a.ts', 'server/security/passwords/password.ts'],
  ['server/operations/a.ts', 'express'],
  ['server/operations/a.ts', 'kysely'],
  ['operator/a.ts', 'server/operations/login.ts'],
  ...['client', 'conformance', 'mock', 'bin', 'test'].map((to): Arrow => ['operator/a.ts', `${to}/a.ts`]),
  ...['server', 'mock', 'client', 'conformance', 'console'].map(
    (from): Arrow => [`${from}/a.ts`, 'operator/a.ts'],
  ),
  ['server/security/a.ts', 'server/store/accounts/accounts.ts'],
  ['server/security/a.ts', 'server/http/problem.ts'],
  ['server/security/a.ts', 'server/operations/login.ts'],
  ['server/security/a.ts', 'express'],
  ['server/http/steps/a.ts', 'express'],
  ['mock/a.ts', 'express'],
  ['server/security/a.ts', 'kysely'],
  ['server/store/a.ts', 'server/http/problem.ts'],
  ['server/store/a.ts', 'server/operations/login.ts'],
  ['server/store/a.ts', 'express'],
  ['conformance/a.ts', 'account-access/client'],
  ['server/a.ts', 'account-access-client'],
];

const allowed: readonly Arrow[] = [
  ['scripts/docs/a.ts', 'console/a.ts'],
  ['scripts/a.ts', 'bin/help/page.ts'],
  ...['client/a.ts', 'mock/a.ts', 'generated/types.ts', 'server/config/demo-accounts.ts'].map(
    (to): Arrow => ['console/a.ts', to],
  ),
  ...['server', 'client', 'conformance', 'mock'].map((from): Arrow => [`${from}/a.ts`, 'generated/types.ts']),
  ...['server', 'client', 'conformance', 'mock'].map((to): Arrow => ['bin/commands/a.ts', `${to}/a.ts`]),
  ...['bin', 'server', 'client', 'conformance', 'scripts'].map((to): Arrow => ['test/a.ts', `${to}/a.ts`]),
  ['operator/a.ts', 'server/app.ts'],
  ['operator/a.ts', 'kysely'],
  ['server/app.ts', 'server/store/accounts/accounts.ts'],
  ['server/http/a.ts', 'server/operations/index.ts'],
  ['server/http/transport/express-listener.ts', 'express'],
  ['mock/a.ts', 'server/app.ts'],
  ['server/operations/a.ts', 'server/http/problem.ts'],
  ['server/operations/a.ts', 'server/operations/operation.ts'],
  ['server/operations/a.ts', 'server/http/steps/operation.ts', 'Handlers'],
  ['server/operations/a.ts', 'server/store/accounts/accounts.ts', 'Account'],
  ['operator/a.ts', 'server/store/accounts/accounts.ts'],
  ['server/store/a.ts', 'server/security/identity.ts'],
  ['server/store/a.ts', 'kysely'],
  ['mock/a.ts', 'server/security/credentials/credential.ts'],
];

/** For the names of the tests. */
const named = (arrows: readonly Arrow[]) => arrows.map((arrow) => ({ arrow, from: arrow[0], to: arrow[1] }));

test.each(named(refused))('$from does not import $to', ({ arrow }) => {
  expect(violations(arrow)).toEqual([arrow[0]]);
});

test.each(named(allowed))('$from may import $to', ({ arrow }) => {
  expect(violations(arrow)).toEqual([]);
});

test.each(directions.filter(({ folder }) => !['', 'test', 'bench'].includes(folder)))(
  '$folder imports no test',
  ({ folder }) => expect(violations([`${folder}/a.ts`, 'test/a.ts'])).toEqual([`${folder}/a.ts`]),
);

test('a folder without a row may exist in no other place', () => {
  expect(violations(['elsewhere/a.ts', 'generated/types.ts'])).toEqual(['elsewhere/a.ts']);
});

test.each(['express', 'kysely', '@node-rs/argon2'])('the mock imports nothing that loads %s', (name) => {
  const loaded = [
    ['mock/a.ts', "import { b } from '../server/http/b.ts';\n"],
    ['server/http/b.ts', "export { b } from './c.ts';\n"],
    ['server/http/c.ts', `export const b = () => import('${name}');\n`],
  ] as const;
  const message = `must not import server/http/b.ts, which loads ${name}.`;
  expect(
    findViolations(importGraph(new Map(loaded))).filter(({ path }) => path === 'mock/a.ts'),
  ).toMatchObject([{ line: 1, message: expect.stringContaining(message) }]);
});

test('the mock may import what imports types of Express', () => {
  const typed = [
    ['mock/a.ts', "import { b } from '../server/http/transport/express-listener.ts';\n"],
    ['server/http/transport/express-listener.ts', "import type { Request } from 'express';\n"],
  ] as const;
  expect(findViolations(importGraph(new Map(typed)))).toEqual([]);
});

test.each([
  ['directly', "import { one } from './one.ts';\n\nexport const two = () => one;\n"],
  ['by type', "import type { One } from './one.ts';\n\nexport type Two = One;\n"],
  ['by one type among names', "import { type One, three } from './one.ts';\n"],
  ['by an import type', "export type Two = import('./one.ts').One;\n"],
  ['lazily', "export const two = async () => (await import('./one.ts')).one;\n"],
  ['by an export', "export { one } from './one.ts';\n"],
  ['by an export of types', "export type * from './one.ts';\n"],
])('two files do not import one another: %s', (_, two) => {
  const files = [
    ['server/store/one.ts', "import { two } from './two.ts';\n\nexport const one = () => two;\n"],
    ['server/store/two.ts', two],
    ['server/store/user.ts', "import './one.ts';\nimport './two.ts';\n"],
  ] as const;
  expect(importCycles(importGraph(new Map(files)))).toEqual([['server/store/one.ts', 'server/store/two.ts']]);
});

test('files do not import one another in a circle of three', () => {
  const next = { a: 'b', b: 'c', c: 'a' };
  const files = Object.entries(next).map(
    ([from, to]) => [`bin/${from}.ts`, `import './${to}.ts';\n`] as const,
  );
  expect(importCycles(importGraph(new Map(files)))).toEqual([['bin/a.ts', 'bin/b.ts', 'bin/c.ts']]);
});

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

/** The files whose imports the linter rejects when one imports another. */
function violations([from, to, name = 'something']: Arrow): readonly string[] {
  const target = to.endsWith('.ts') ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to;
  const kind = /^[A-Z]/.test(name) ? 'import type' : 'import';
  const graph = importGraph(new Map([[from, `${kind} { ${name} } from '${target}';\n`]]));
  return findViolations(graph).map(({ path }) => path);
}

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

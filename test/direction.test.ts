import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

/** From a file, to a file or package, and the name that is imported. */
type Arrow = readonly [from: string, to: string, name?: string | undefined];

const refused: readonly Arrow[] = [
  ...['server', 'client', 'conformance', 'generated'].map((to): Arrow => ['openapi/lint/a.ts', `${to}/a.ts`]),
  ...['client', 'conformance', 'mock'].map((to): Arrow => ['server/app.ts', `${to}/a.ts`]),
  ...['server', 'conformance', 'mock'].map((to): Arrow => ['client/a.ts', `${to}/a.ts`]),
  ...['server', 'client', 'mock'].map((to): Arrow => ['conformance/checks/a.ts', `${to}/a.ts`]),
  ...['client', 'conformance', 'server/http', 'server/store'].map((to): Arrow => ['mock/a.ts', `${to}/a.ts`]),
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
  ['server/operations/a.ts', 'server/http/envelope.ts'],
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
  ['server/security/a.ts', 'kysely'],
  ['server/store/a.ts', 'server/http/problem.ts'],
  ['server/store/a.ts', 'server/operations/login.ts'],
  ['server/store/a.ts', 'express'],
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
  ['server/http/a.ts', 'express'],
  ['server/operations/a.ts', 'server/http/problem.ts'],
  ['server/operations/a.ts', 'server/http/operation.ts'],
  ['server/operations/a.ts', 'server/http/route.ts', 'Handlers'],
  ['server/operations/a.ts', 'server/store/accounts/accounts.ts', 'Account'],
  ['operator/a.ts', 'server/store/accounts/accounts.ts'],
  ['server/store/a.ts', 'server/security/identity.ts'],
  ['server/store/a.ts', 'kysely'],
  ['mock/a.ts', 'server/security/credentials/credential.ts'],
];

const readers = {
  'server/config/config.ts': true,
  'server/app.ts': false,
  'client/a.ts': false,
  'bin/a.ts': false,
  'bin/environment.ts': true,
};

let complaints: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  const files = Object.keys(readers).map(
    (path) => [path, 'export const home = process.env.HOME;\n'] as const,
  );
  const cycle = [
    ['server/store/one.ts', "import { two } from './two.ts';\n\nexport const one = () => two;\n"],
    ['server/store/two.ts', "import { one } from './one.ts';\n\nexport const two = () => one;\n"],
  ] as const;
  complaints = await lint([...files, ...cycle, ...[...refused, ...allowed].map(fileOf)]);
});

/** For the names of the tests. */
const named = (arrows: readonly Arrow[]) => arrows.map((arrow) => ({ arrow, from: arrow[0], to: arrow[1] }));

test.each(named(refused))('$from does not import $to', ({ arrow }) => {
  expect(complaints.get(fileOf(arrow)[0])).toEqual(['lint/style/noRestrictedImports']);
});

test.each(named(allowed))('$from may import $to', ({ arrow }) => {
  expect(complaints.get(fileOf(arrow)[0])).toBeUndefined();
});

test.each(Object.entries(readers))('%s may read the environment: %s', (path, may) => {
  expect(complaints.get(path)).toEqual(may ? undefined : ['lint/style/noProcessEnv']);
});

test('two files do not import one another', () => {
  expect(complaints.get('server/store/one.ts')).toEqual(['lint/suspicious/noImportCycles']);
});

/** The arrow as a file: its path, beside where the arrow starts, and its text. */
function fileOf([from, to, name = 'something']: Arrow): readonly [path: string, text: string] {
  const path = from.replace('.ts', `-to-${to.replaceAll('/', '-').replace('.ts', '')}-${name}.ts`);
  const target = to.endsWith('.ts') ? relative(dirname(path), to).replace(/^(?!\.)/, './') : to;
  return [path, `import { ${name} } from '${target}';\n\nexport const kept = ${name};\n`];
}

/** Lints files, which are not in the tree, by the rules of the tree; gives the rules that each breaks. */
async function lint(files: readonly (readonly [path: string, text: string])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'direction-'));
  try {
    const { vcs: _, ...config } = JSON.parse(await readFile('biome.json', 'utf8'));
    await writeFile(join(folder, 'biome.json'), JSON.stringify(config));
    await writeFile(join(folder, 'biome.direction.json'), await readFile('biome.direction.json', 'utf8'));
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return byFile(await biome(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

function biome(folder: string): Promise<readonly Diagnostic[]> {
  const cli = join(process.cwd(), 'node_modules/.bin/biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(cli, options, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => {
      resolve(JSON.parse(stdout).diagnostics);
    });
  });
}

function byFile(diagnostics: readonly Diagnostic[]) {
  const found = new Map<string, string[]>();
  for (const { category, location } of diagnostics)
    found.set(location.path, [...(found.get(location.path) ?? []), category]);
  return found;
}

import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/server/database.ts';

/** By importing file, what it imports: files and packages. */
type Imports = Readonly<Record<string, readonly string[]>>;

const refused: Imports = {
  'server/app.ts': ['client/a.ts', 'conformance/a.ts', 'mock/a.ts'],
  'server/http/a.ts': ['server/app.ts', 'operator/a.ts', 'server/store/a.ts'],
  'server/operations/a.ts': ['server/app.ts', 'server/http/respond.ts', 'server/store/a.ts', 'kysely'],
  'server/security/a.ts': ['server/app.ts', 'server/store/a.ts', 'server/http/problem.ts', 'express'],
  'server/store/a.ts': ['server/app.ts', 'server/http/problem.ts', 'server/operations/index.ts', 'express'],
  'operator/a.ts': ['kysely', 'server/operations/index.ts', 'client/a.ts', 'mock/a.ts', 'bin/a.ts'],
  'client/a.ts': ['server/a.ts', 'conformance/a.ts', 'mock/a.ts', 'bin/a.ts', 'test/a.ts'],
  'mock/a.ts': ['client/a.ts', 'conformance/a.ts', 'server/a.ts', 'server/store/a.ts', '@node-rs/argon2'],
  'conformance/suite/checks/a.ts': ['conformance/engine/a.ts', 'server/a.ts', 'client/a.ts', 'mock/a.ts'],
  'conformance/suite/checks/b.ts': ['bin/a.ts', 'test/a.ts'],
  'conformance/engine/a.ts': ['conformance/suite/a.ts'],
  'console/a.ts': ['bin/a.ts', 'scripts/a.ts', 'conformance/a.ts', 'server/store/a.ts'],
  'bin/commands/a.ts': ['test/a.ts', 'console/a.ts'],
  'scripts/a.ts': ['bin/a.ts', 'test/a.ts'],
  'elsewhere/a.ts': ['generated/types.ts'],
};

const allowed: Imports = {
  'server/app.ts': ['server/store/b.ts'],
  'server/http/a.ts': ['server/operations/index.ts'],
  'server/operations/a.ts': ['server/http/problem.ts', 'server/operations/index.ts'],
  'server/store/a.ts': ['server/security/identity.ts'],
  'operator/a.ts': ['server/compose-service.ts'],
  'mock/a.ts': ['server/http/b.ts'],
  'conformance/suite/a.ts': ['conformance/engine/index.ts', 'generated/types.ts'],
  'console/a.ts': ['client/a.ts', 'mock/a.ts'],
  'bin/commands/a.ts': ['server/a.ts', 'client/a.ts', 'conformance/a.ts', 'mock/a.ts'],
  'scripts/docs/a.ts': ['console/a.ts'],
  'test/b.ts': ['bin/a.ts', 'server/a.ts', 'client/a.ts', 'scripts/a.ts'],
  'server/store/one.ts': ['server/store/two.ts'],
  'server/store/two.ts': ['server/store/one.ts'],
};

const linesOf = (imports: Imports) =>
  Object.entries(imports).flatMap(([from, targets]) => targets.map((to) => [from, to] as const));

test('only the planted imports that no row allows are found, and the cycle', async () => {
  const folder = temporaryFolder();
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text, { flag: 'a' });
  };
  for (const [from, to] of [...linesOf(refused), ...linesOf(allowed)]) {
    const isFile = to.endsWith('.ts');
    if (isFile) write(to, '');
    const target = isFile ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to;
    write(from, `import '${target}';\n`);
  }
  // An operation may know the types of the store.
  write('server/operations/b.ts', "import type { A } from '../store/a.ts';\n");
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const found = await cruise(folder);
  const imports = found.filter(({ rule }) => rule.name !== 'no cycles').map(lineOf);
  expect([...new Set(imports)].toSorted()).toEqual(
    linesOf(refused)
      .map((line) => line.join(' → '))
      .toSorted(),
  );
  // The others make cycles, too.
  expect(found.filter(({ rule }) => rule.name === 'no cycles').map(lineOf)).toContain(
    'server/store/one.ts → server/store/two.ts',
  );
});

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

function lineOf({ from, to }: Violation): string {
  const [, name] = /node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+)/.exec(to) ?? [];
  return `${from} → ${name ?? to}`;
}

/** The imports that the configuration of the project refuses in a folder. */
async function cruise(folder: string): Promise<readonly Violation[]> {
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', resolve('.dependency-cruiser.mjs'), '--output-type', 'json', '.'];
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  // It fails when it finds something.
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
  return JSON.parse(stdout).summary.violations;
}

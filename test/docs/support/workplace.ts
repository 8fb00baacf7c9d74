import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandArguments, engineArguments, tsx } from '../../support/command/child-process.ts';
import { temporaryFolder } from '../../support/server/database.ts';

const root = new URL('../../..', import.meta.url).pathname;

export type Workplace = ReturnType<typeof createWorkplace>;

/** A folder like the reader's: with the package installed, and `account-access`, `npx` and `tsx` as commands. */
export function createWorkplace() {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'account-access'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig()));

  script(folder, 'account-access', [process.execPath, ...commandArguments]);
  script(folder, 'openapi-contract-tests', [process.execPath, ...engineArguments]);
  script(folder, 'tsx', [process.execPath, '--import', tsx]);
  // The real one takes most of a second, and would look in the registry for what is not installed.
  script(folder, 'npx', [], 'if [ "$1" = --no-install ]; then shift; fi; ');
  const { ACCOUNT_ACCESS_DATABASE: _, ...environment } = process.env;
  return {
    folder,
    environment: { ...environment, NO_COLOR: '1', PATH: `${modules}/.bin:${process.env.PATH}` },
  };
}

/** A command that runs the program with these arguments, and then its own. */
function script(folder: string, name: string, program: readonly string[], before = ''): void {
  const path = join(folder, 'node_modules/.bin', name);
  const words = program.map((word) => `"${word}" `).join('');
  writeFileSync(path, `#!/bin/sh\n${before}exec ${words}"$@"\n`, { mode: 0o755 });
}

/** Maps the package's names to the sources, so that nothing must be built. */
export function tsconfig(): object {
  const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const paths = Object.entries<string | { readonly types: string }>(entries).flatMap(
    ([name, target]) => {
      if (typeof target === 'string') return [];
      const source = target.types
        .replace(/^\.\/(?:client\/)?dist\//, './')
        .replace(/\.d\.ts$/, '.ts');
      return [[`account-access${name.slice(1)}`, [join(root, source)]]];
    },
  );
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { paths: Object.fromEntries(paths) },
    include: ['*.ts'],
  };
}

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandArguments, engineArguments, tsx } from '../../support/command/child-process.ts';
import { temporaryFolder } from '../../support/server/database.ts';

const root = new URL('../../..', import.meta.url).pathname;
const { exports: entries, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export type Workplace = ReturnType<typeof createWorkplace>;

/** A folder like the reader's: a clone with what it installs, and `account-access` as a command. */
export function createWorkplace() {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  symlinkSync(root, join(modules, 'account-access'));
  symlinkSync(join(root, 'generated'), join(folder, 'generated'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig()));

  // The tests of a page are not part of this Vitest.
  const { ACCOUNT_ACCESS_DATABASE: _, VITEST: __, ...environment } = process.env;
  writeCommands(folder);
  return {
    folder,
    environment: { ...environment, NO_COLOR: '1', PATH: `${modules}/.bin:${process.env.PATH}` },
  };
}

function writeCommands(folder: string): void {
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, 'node_modules/.bin', name), ['#!/bin/sh', ...lines, ''].join('\n'), {
      mode: 0o755,
    });
  const node = (args: readonly string[]) =>
    `exec ${[process.execPath, ...args].map((word) => `"${word}"`).join(' ')} "$@"`;
  write('account-access', [node(commandArguments)]);
  write('openapi-contract-tests', [node(engineArguments)]);
  // As a clone runs the command, and other programs.
  write('tsx', [
    'if [ "$1" = bin/account-access.ts ]; then shift; exec account-access "$@"; fi',
    node(['--import', tsx]),
  ]);
  // The real ones take most of a second, and npx would look in the registry for what is not installed.
  write('npx', ['if [ "$1" = --no-install ]; then shift; fi', 'exec "$@"']);
  write('npm', [
    'if [ "$1" = run ]; then shift; fi',
    'name=$1; shift; if [ "$1" = -- ]; then shift; fi',
    'case $name in',
    ...['start', 'mock'].map((name) => `${name}) exec ${lastCommandOf(name)} "$@" ;;`),
    'esac',
    'echo "no script $name" >&2; exit 1',
  ]);
}

/** `serve --demo` of `npm start`: what comes before it makes the docs. */
function lastCommandOf(name: string): string {
  return scripts[name].split(' && ').at(-1);
}

/** Maps the package's names to the sources, so that nothing must be built. */
export function tsconfig(): object {
  const paths = Object.entries<string | { readonly types: string }>(entries).flatMap(
    ([name, target]) => {
      if (typeof target === 'string') return [];
      const source = target.types.replace(/^\.\/dist\//, './').replace(/\.d\.ts$/, '.ts');
      return [[`account-access${name.slice(1)}`, [join(root, source)]]];
    },
  );
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: {
        ...Object.fromEntries(paths),
        'account-access-client': [join(root, 'client/index.ts')],
        'openapi-contract-tests': [join(root, 'conformance/engine/index.ts')],
      },
    },
    include: ['*.ts'],
  };
}

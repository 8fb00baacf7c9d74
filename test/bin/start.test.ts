import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandNameOf } from '../../bin/command-name.ts';
import { runCommand, watchModules } from '../support/command/run-command.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The dependencies that a command loaded. */
async function loadedBy(args: readonly string[]) {
  const modules = watchModules();
  const child = runCommand(args, { env: modules.env });
  await child.ended;
  const paths = modules.paths();
  const loaded = Object.keys(dependencies).filter((name) =>
    paths.some((path) => path.includes(`node_modules/${name}/`)),
  );
  return { loaded, ran: paths.some((path) => path.includes('/bin/account-access.')), stdout: child.stdout() };
}

test.each([
  ['help', ['--help']],
  ['the version', ['--version']],
  ['a wrong command', ['frobnicate']],
  ['the list of checks', ['test', '--list']],
  ['a completion', ['__complete', 'test', '--only', 'login/r']],
])('%s loads only commander: no database, no server and no validator', async (_what, args) => {
  const { loaded, ran } = await loadedBy(args);
  expect({ loaded, ran }).toEqual({ loaded: ['commander'], ran: true });
});

test('a command loads what it needs, and this test sees it', async () => {
  const { loaded } = await loadedBy(['accounts', 'list', '--database', '/no/such.db']);
  expect(loaded).toContain('kysely');
});

test.each([
  ['sources in a clone', '/clone/bin/account-access.ts', '/clone', 'npx tsx bin/account-access.ts'],
  ['a build in a clone', '/clone/dist/bin/account-access.js', '/clone', 'node dist/bin/account-access.js'],
  ['another folder', '/clone/dist/bin/account-access.js', '/', 'node clone/dist/bin/account-access.js'],
  ['a path with a space', '/my clone/dist/bin/a.js', '/', 'node "my clone/dist/bin/a.js"'],
  [
    'an installed package',
    '/project/node_modules/account-access/dist/bin/account-access.js',
    '/project',
    'npx --no-install account-access',
  ],
])('a suggested command runs %s', (_, program, folder, command) => {
  expect(commandNameOf(program, folder)).toBe(command);
});

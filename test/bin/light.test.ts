import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/command/run-command.ts';

const root = join(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The dependencies that a command loaded: Node writes what it ran when it measures coverage. */
async function loadedBy(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = runCommand(args, { env: { NODE_V8_COVERAGE: folder } });
  await child.ended;
  const urls: string[] = readdirSync(folder).flatMap((name) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')).result.map(({ url }: { url: string }) => url),
  );
  const loaded = Object.keys(dependencies).filter((name) =>
    urls.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  return { loaded, ran: urls.some((url) => url.includes('/bin/program.')), stdout: child.stdout() };
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

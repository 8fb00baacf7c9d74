import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../server/operator/demo-accounts.ts';
import { serverForFile } from '../support/test-server.ts';

const server = await serverForFile({ demo: true });

/** Runs an example as its first lines say, and gives what it wrote. */
async function run(name: string, input = ''): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', `examples/${name}.ts`, server.url]);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe('');
  return stdout;
}

test('a key is generated and revoked, and its secret is not written', async () => {
  const written = await run('log-in-generate-revoke');
  expect(written).toContain("api_key: '[hidden]'");
  expect(written).toMatch(/The secret has 53 characters and begins with aak_/);
  expect(written).toContain('API key revoked at 20');
  expect(written).not.toMatch(/aak_\w{20}/);
});

test('a one-time code is asked for once', async () => {
  const [code] = demoAccounts.mfa.mfa.recoveryCodes;
  const written = await run('one-time-code', `${code}\n`);
  expect(written.match(/One-time code:/g)).toHaveLength(1);
  expect(written).toContain('Generated Nightly build and Release\nRevoked both\n');
});

test('a revocation whose answer was lost is sent again', async () => {
  const written = await run('retry-revocation');
  expect(written).toBe('An answer was lost\nAPI key revoked\nThere is no such key\n');
});

test('every example is run here', async () => {
  expect((await readdir('examples')).toSorted()).toEqual([
    'log-in-generate-revoke.ts',
    'one-time-code.ts',
    'retry-revocation.ts',
  ]);
});

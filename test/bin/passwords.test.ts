import { expect, onTestFinished, test, vi } from 'vitest';
import { commandLine } from './support/in-process.ts';

const url = 'postgres://ana:canary-5e20@127.0.0.1:1/x';
const nowhere = '/nowhere/at.all';

test.each([
  ['--database', ['sweep', '--database', url], 'ACCOUNT_ACCESS_DATABASE'],
  ['--database', ['sweep', `--database=${url}`], 'ACCOUNT_ACCESS_DATABASE'],
  ['--to', ['move', '--database', nowhere, '--to', url], 'ACCOUNT_ACCESS_MOVE_TO'],
])('a password in %s is warned of, and not repeated: %j', async (option, args, variable) => {
  const { stdout, stderr } = await commandLine([...args, '--secrets', nowhere]);
  expect(stderr).toContain(
    `warning: the password in ${option} postgres://ana@127.0.0.1:1/x was visible to all users of this machine: put the URL into ${variable}, or`,
  );
  expect(stdout + stderr).not.toContain('canary');
});

test('a password in the environment gets no warning', async () => {
  vi.stubEnv('ACCOUNT_ACCESS_DATABASE', url);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { stderr } = await commandLine(['sweep', '--secrets', nowhere]);
  expect(stderr).toMatch(/^error: cannot reach postgres:\/\/ana@127\.0\.0\.1:1\/x: nothing listens there\n$/);
});

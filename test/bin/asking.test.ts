import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readProfileFile } from '../../bin/commands/test/inputs.ts';
import { createTerminal } from '../../bin/terminal.ts';
import { addAccount } from '../server/store/an-account.ts';
import { temporaryFolder, temporaryStore } from '../server/store/temporary-store.ts';
import { preloadScript, runCommand } from '../support/command/run-command.ts';
import { commandLine } from './support/in-process.ts';

const questions = [
  [['accounts', 'add', 'ben@example.com'], '--password-stdin'],
  [['accounts', 'add', 'ben@example.com', '--mfa'], '--password-stdin'],
  [['accounts', 'passwd', 'ana@example.com'], '--password-stdin'],
  [['accounts', 'delete', 'ana@example.com'], '--yes'],
  [['keys', 'verify'], 'standard input'],
] as const;

test('with --no-input, or at a terminal that cannot hide input, it does not prompt and says what to pass', async () => {
  const store = await temporaryStore();
  await addAccount(store, 'ana@example.com');
  for (const [args, instead] of questions) {
    const asked = [...args, '--database', store.database];
    for (const result of [
      await commandLine([...asked, '--no-input'], { atTerminal: true }),
      await commandLine(asked, { atTerminal: true, environment: { TERM: 'dumb' } }),
    ]) {
      expect(result).toMatchObject({ stdout: '', code: 2 });
      expect(result.stderr).toMatch(/^error: [^\n]+\n$/);
      expect(result.stderr).toContain(instead);
    }
  }
  expect(await store.accounts.find('ana@example.com')).toBeDefined();
});

test('a command fails when the input of its prompt ends', async () => {
  const { database } = await temporaryStore();
  const child = runCommand(['accounts', 'add', 'ben@example.com', '--database', database], {
    env: preloadScript(`
      Object.assign(process.stdin, { isTTY: true, setRawMode() {} });
      process.stderr.isTTY = true;
    `),
  });
  expect(await child.ended).toBe(1);
  expect(child.stderr()).toContain('Password');
});

test('a profile that needs a prompt says what to use instead', async () => {
  const streams = [new PassThrough(), new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY: true }),
  );
  const [stdin = process.stdin, stdout = process.stdout, stderr = process.stderr] = streams;
  const terminal = createTerminal({ stdin, stdout, stderr, environment: {} });
  terminal.restrict({ input: false });
  const file = join(temporaryFolder(), 'profile.yaml');
  writeFileSync(file, 'fixtures: { account: { identity: ana@example.com, password: prompt } }\n');
  await expect(readProfileFile(terminal, file)).rejects.toThrow(
    'use env:NAME, file:path or command:program instead',
  );
});

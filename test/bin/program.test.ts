import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commandNameOf } from '../../bin/command-name.ts';
import { exitCodes } from '../../bin/program.ts';
import { runCommand } from '../support/command/run-command.ts';
import { commandLine } from './support/in-process.ts';

test('the help lists the commands and the exit codes', async () => {
  const { stdout, stderr, code } = await commandLine(['--help']);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  for (const name of ['serve', 'mock', 'test', 'accounts', 'keys', 'audit', 'backup'])
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  for (const meaning of Object.values(exitCodes)) expect(stdout).toContain(meaning);
});

test.each([['accounts', 'add'], ['serve'], ['backup']])(
  'the help of %s has examples or notes, and options with their variables',
  async (...words) => {
    const { stdout, code } = await commandLine([...words, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: account-access ${words.join(' ')}`);
    expect(stdout).toContain('ACCOUNT_ACCESS_DATABASE');
  },
);

test.each(['test', 'proxy', 'mutate', 'diff', 'serve', 'accounts add'])(
  'the help of %s is the same in both ways',
  async (command) => {
    const words = command.split(' ');
    const { stdout, code } = await commandLine(['help', ...words]);
    expect({ stdout, code }).toEqual(await helpOption(words));
    expect({ stdout, code }).toEqual(await helpOption(['--no-input', ...words]));
  },
);

test.each(['', 'serve', 'mock', 'accounts add', 'keys verify', 'backup', 'audit list'])(
  'the help of "%s" fits into 80 columns, except for commands to paste',
  async (command) => {
    const { stdout } = await commandLine([...command.split(' ').filter(Boolean), '--help']);
    const lines = stdout.split('\n').filter((line) => !line.startsWith('  account-access '));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  },
);

test('the help of test begins with the examples of this contract', async () => {
  const { stdout } = await commandLine(['test', '--help']);
  expect(stdout).toContain(
    'Examples:\n  account-access test --init\n  account-access test http://127.0.0.1:8080 --profile account-access.yaml\n',
  );
});

async function helpOption(words: readonly string[]) {
  const { stdout, code } = await commandLine([...words, '--help']);
  const command = words.filter((word) => word !== '--no-input').join(' ');
  expect(stdout).toContain(`Usage: account-access ${command} [options]`);
  return { stdout, code };
}

test.each([
  ['an unknown command', ['acounts'], /unknown command 'acounts'.*Did you mean accounts\?/s],
  ['an unknown option', ['accounts', 'list', '--jsn'], /unknown option '--jsn'.*--json/s],
  ['a missing argument', ['accounts', 'add'], /missing required argument 'identity'/],
])('reports %s, with exit code 2', async (_what, args, message) => {
  const { stdout, stderr, code } = await commandLine(args);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toMatch(message);
});

test('says when standard output cannot be written', async () => {
  const runBy = ['sh', '-c', 'exec "$@" > /dev/full', 'sh'];
  const child = runCommand(['completion', 'fish'], { runBy });
  expect(await child.ended).toBe(2);
  expect(child.stderr()).toContain('error: standard output cannot be written: ENOSPC');
});

test('the completion of bash proposes commands and options', async () => {
  const { stdout: script } = await commandLine(['completion', 'bash']);
  const tried = `${script}
    try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _account_access; echo "\${COMPREPLY[@]}"; }
    try account-access ac
    try account-access accounts set-
    try account-access serve --dem
    try account-access serve --port 80 --js
    try account-access help mo`;
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', tried]);
  expect(stdout).toBe('accounts\nset-password\n--demo\n--json\nmock\n');
});

test.each([
  ['test', 'http://127.0.0.1:8080 --doc', '--document'],
  ['proxy', 'http://127.0.0.1:8080 --por', '--port'],
  ['diff', 'old.yaml new.yaml --suppr', '--suppressions'],
])('the completion of bash proposes the options of %s', async (command, typed, option) => {
  const { stdout: script } = await commandLine(['completion', 'bash']);
  const tried = `${script}
    COMP_WORDS=(account-access ${command} ${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _account_access; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', tried]);
  expect(stdout).toBe(`${option}\n`);
});

test.each([
  ['in a clone', '/clone/bin/account-access.ts', '/clone', 'npx tsx bin/account-access.ts'],
  ['in a folder with a space', '/my clone/dist/bin/a.js', '/', 'node "my clone/dist/bin/a.js"'],
  ['as a package', '/a/node_modules/x/a.js', '/a', 'npx --no-install account-access'],
])('suggests a command that runs %s', (_where, program, folder, command) => {
  expect(commandNameOf(program, folder)).toBe(command);
});

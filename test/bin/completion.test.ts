import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-store.ts';
import { theCommand } from '../support/the-command.ts';
import { commandLine } from './support/in-process.ts';

/** What a shell is answered for these words, the last of them where the cursor is. */
async function completed(...words: string[]) {
  const { stdout } = await commandLine(['__complete', ...words]);
  const [kind, ...lines] = stdout.trimEnd().split('\n');
  return { kind, words: lines.map((line) => line.split('\t')[0]) };
}

test.each([
  ['a command', ['ac'], ['accounts']],
  ['a command of a group', ['accounts', 're'], ['remove-mfa']],
  ['a command to help', ['help', 'accounts', 'p'], ['passwd']],
  [
    'an option, with those of every command',
    ['accounts', 'add', '--n'],
    ['--nickname', '--no-input', '--no-color'],
  ],
  ['no option twice', ['accounts', 'add', '--nickname', 'Ana', '--ni'], []],
  ['an option that may be given again', ['test', '--only', 'login', '--on'], ['--only']],
  ['a choice', ['test', '--strength', 'sh'], ['shown']],
  ['one more choice', ['test', '--strength', 'shown', 'de'], ['decided']],
  ['a choice behind an equals sign', ['test', '--strength=sh'], ['shown']],
  ['the three words that bash makes of that', ['test', '--strength', '=', 'sh'], ['shown']],
  ['a check', ['test', '--only', 'login/gives-a-t'], ['login/gives-a-token']],
  ['a scenario', ['mock', '--scenario', 'unavailable-'], ['unavailable-once']],
  ['a format', ['test', '--report', 'ju'], ['junit=']],
  ['a shell', ['completion', 'f'], ['fish']],
  ['nothing where anything may stand', ['accounts', 'add', ''], []],
])('%s is completed', async (_what, typed, words) => {
  expect(await completed(...typed)).toEqual({ kind: 'words', words });
});

test.each([
  ['an option that takes one', ['test', '--profile', 'REA']],
  ['an argument that is one', ['backup', '']],
  ['a database', ['keys', 'list', '--database', './da']],
  ['a report, behind its format', ['test', '--report', 'json=re']],
])('the name of a file is completed for %s', async (_what, typed) => {
  expect(await completed(...typed)).toEqual({ kind: 'files', words: [] });
});

test.each(['bash', 'zsh', 'fish'])(
  'the script for %s is printed, and its help says where to put it',
  async (shell) => {
    const { stdout, code } = await commandLine(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toContain('__complete');
    expect((await commandLine(['completion', '--help'])).stdout).toContain(`completion ${shell}`);
  },
);

const inBash = `
source <(account-access completion bash)
[[ $(complete -p account-access) == *_account_access* ]] || exit 9
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _account_access; printf '%s|' "\${COMPREPLY[@]}"; printf '\\n'; }
try account-access mock --scenario unavailable-
try account-access test --strength = sh
try account-access backup rep
`;

test('bash completes words, values and files by what is printed for it', async () => {
  const folder = temporaryFolder();
  const quoted = [process.execPath, ...theCommand].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(folder, 'account-access'), `#!/bin/sh\nexec ${quoted} "$@"\n`);
  chmodSync(join(folder, 'account-access'), 0o755);
  writeFileSync(join(folder, 'report of today.json'), '');
  const { stdout } = await promisify(execFile)('bash', ['--norc', '--noprofile', '-c', inBash], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });
  expect(stdout.split('\n')).toEqual(['unavailable-once|', 'shown|', 'report of today.json|', '']);
});

import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../server/store/temporary-store.ts';
import { commandArguments } from '../support/command/child-process.ts';
import { commandLine } from './support/in-process.ts';

/** The suggestions for these words; the cursor is at the last one. */
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
  ['a choice', ['test', '--basis', 'sh'], ['shown']],
  ['one more choice', ['test', '--basis', 'shown', 'de'], ['decided']],
  ['a choice behind an equals sign', ['test', '--basis=sh'], ['shown']],
  ['the three words that bash makes of that', ['test', '--basis', '=', 'sh'], ['shown']],
  ['a check', ['test', '--only', 'login/returns-a-t'], ['login/returns-a-token']],
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
try account-access test --basis = sh
try account-access backup rep
`;

// What zsh's own functions are called with, which only run at a prompt.
const inZsh = `
compdef() { print "completes $2 by $1" }
compset() { print "past $2" }
_files() { print a file }
_describe() { print -l "\${(@P)2}" "\${@[3,-1]}" }
source <(account-access completion zsh)
try() { words=("$@"); CURRENT=$#; _account-access }
try account-access mo
try account-access test --report ju
try account-access backup rep
`;

const inFish = `
account-access completion fish | source
complete -C 'account-access mo'
complete -C 'account-access test --basis=sh'
complete -C 'account-access backup rep'
`;

/** What is said of the two commands that begin with `mo`. */
const described = async (between: string) => {
  const { stdout } = await commandLine(['__complete', 'mo']);
  const [, ...commands] = stdout.trimEnd().split('\n');
  expect(commands.map((line) => line.split('\t')[0])).toEqual(['mock', 'move']);
  return commands.map((line) => line.replace('\t', between));
};

const shells = {
  bash: {
    args: ['--norc', '--noprofile', '-c', inBash],
    says: async () => ['unavailable-once|', 'shown|', 'report of today.json|'],
  },
  zsh: {
    args: ['-f', '-c', inZsh],
    says: async () => [
      'completes account-access by _account-access',
      ...['past *=', ...(await described(':'))],
      ...['past *=', 'junit=', '-S', ''],
      ...['past *=', 'a file'],
    ],
  },
  fish: {
    args: ['--no-config', '-c', inFish],
    says: async () => [...(await described('\t')), '--basis=shown', 'report of today.json'],
  },
};

for (const [shell, { args, says }] of Object.entries(shells)) {
  // With CI=true none is missing, or its test fails.
  const isMissing = process.env.CI !== 'true' && spawnSync(shell, ['--version']).status !== 0;
  if (isMissing) console.warn(`\nSKIPPED: there is no ${shell} here to try its completion in\n`);

  test.skipIf(isMissing)(`${shell} completes words, values and files by what is printed for it`, async () => {
    const folder = temporaryFolder();
    const quoted = [process.execPath, ...commandArguments].map((word) => `'${word}'`).join(' ');
    writeFileSync(join(folder, 'account-access'), `#!/bin/sh\nexec ${quoted} "$@"\n`);
    chmodSync(join(folder, 'account-access'), 0o755);
    writeFileSync(join(folder, 'report of today.json'), '');
    const { stdout } = await promisify(execFile)(shell, args, {
      cwd: folder,
      env: { ...process.env, HOME: folder, PATH: `${folder}:${process.env.PATH}` },
    });
    expect(stdout.split('\n')).toEqual([...(await says()), '']);
  });
}

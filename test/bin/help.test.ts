import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { commandNameOf } from '../../bin/environment.ts';
import { definedProgram } from '../../bin/help/page.ts';
import { exitCodes } from '../../bin/program.ts';
import { fullName, helpTextsOf } from '../../conformance/engine/terminal/help-texts.ts';
import { commandArguments } from '../support/command/child-process.ts';
import { runCommand, watchModules } from '../support/command/run-command.ts';
import { temporaryFolder } from '../support/server/database.ts';
import { commandLine } from './support/in-process.ts';

const program = await definedProgram();

const visible = (command: Command): Command[] => [
  command,
  ...command.createHelp().visibleCommands(command).flatMap(visible),
];
const commands = visible(program).map((command) => ({ name: fullName(command), command }));

describe.each(commands)('the help of $name', ({ name, command }) => {
  const words = name.split(' ').slice(1);

  test('begins with examples, fits 80 columns, and says where more is', async () => {
    const { stdout, stderr, code } = await commandLine([...words, '--help']);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const at = (text: string) => stdout.indexOf(`\n${text}`);
    expect(at('Examples:')).toBeGreaterThan(0);
    expect(at('Usage:')).toBeGreaterThan(at('Examples:'));
    expect(at('Docs: ')).toBeGreaterThan(at('Usage:'));
    expect(
      stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('  account-access')),
    ).toEqual([]);
    expect(stdout).not.toContain('\u001b');
  });

  test('has examples of existing options, and shows all defaults and variables', () => {
    const text = command.helpInformation().replaceAll(/\s+/g, ' ');
    for (const { envVar, description, hidden } of command.options) {
      if (hidden) continue;
      if (envVar !== undefined) expect(text).toContain(`env: ${envVar}`);
      expect(text).toContain(description.replaceAll(/\s+/g, ' '));
    }
    for (const example of helpTextsOf(command).examples) {
      const line = typeof example === 'string' ? example : example[0];
      const { known, flags } = optionsIn(line);
      for (const flag of flags) expect(known, line).toContain(flag);
    }
  });
});

/** The options of an example, and those that its command has. */
function optionsIn(line: string) {
  const ours = /account-access (.*?)(?:[|<>')]|$)/.exec(line)?.[1]?.split(' ') ?? [];
  let command = program;
  for (const word of ours)
    command = command.commands.find((child) => child.name() === word) ?? command;
  const known = [command, program].flatMap(({ options }) =>
    options.flatMap(({ long, short }) => [long, short]),
  );
  return { known, flags: ours.filter((word) => word.startsWith('-')) };
}

test('the exit codes are in the help, and help is given in three ways', async () => {
  const { stdout } = await commandLine(['--help']);
  for (const [code, meaning] of Object.entries(exitCodes)) {
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`${code} ${meaning}`);
  }
  const ways = ['accounts add --help', 'help accounts add', 'accounts help add'];
  const [first, ...others] = await Promise.all(ways.map((words) => commandLine(words.split(' '))));
  expect(first?.stdout).toContain('Usage: account-access accounts add [options] <identity>');
  for (const other of others) expect(other).toEqual(first);
});

test('without a command help goes to standard error, with exit code 2', async () => {
  const { stdout, stderr, code } = await commandLine([]);
  expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  expect(stderr).toContain('Examples:');
});

test('prints only the version, or the version as JSON', async () => {
  expect((await commandLine(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const { stdout } = await commandLine(['--version', '--json']);
  expect(JSON.parse(stdout)).toEqual({ version: expect.any(String), node: process.versions.node });
});

/** The suggestions for these words; the cursor is at the last one. */
async function completed(...words: string[]) {
  const { stdout } = await commandLine(['__complete', ...words]);
  const [kind, ...lines] = stdout.trimEnd().split('\n');
  return { kind, words: lines.map((line) => line.split('\t')[0]) };
}

test.each([
  ['a command', ['ac'], ['accounts']],
  ['a command of a group', ['accounts', 're'], ['remove-mfa']],
  [
    'an option, with those of every command',
    ['accounts', 'add', '--n'],
    ['--nickname', '--no-input', '--no-color'],
  ],
  ['no option twice', ['accounts', 'add', '--nickname', 'Ana', '--ni'], []],
  ['an option that may be given again', ['test', '--only', 'login', '--on'], ['--only']],
  ['one more choice', ['test', '--basis', 'shown', 'de'], ['decided']],
  ['a choice behind an equals sign', ['test', '--basis=sh'], ['shown']],
  ['the three words that bash makes of that', ['test', '--basis', '=', 'sh'], ['shown']],
  ['a check', ['test', '--only', 'login/returns-a-t'], ['login/returns-a-token']],
  ['a scenario', ['mock', '--scenario', 'unavailable-'], ['unavailable-once']],
  ['a format', ['test', '--report', 'ju'], ['junit=']],
  ['a shell', ['completion', 'f'], ['fish']],
  ['nothing where anything may stand', ['accounts', 'add', ''], []],
  ['the file of an option that takes one', ['test', '--profile', 'REA'], 'files'],
  ['the file of a database', ['keys', 'list', '--database', './da'], 'files'],
  ['the file of a report, behind its format', ['test', '--report', 'json=re'], 'files'],
])('%s is completed', async (_what, typed, words) => {
  const completion = words === 'files' ? { kind: 'files', words: [] } : { kind: 'words', words };
  expect(await completed(...typed)).toEqual(completion);
});

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

  test.skipIf(isMissing)(
    `${shell} completes words, values and files by what is printed for it`,
    async () => {
      const folder = temporaryFolder();
      const quoted = [process.execPath, ...commandArguments].map((word) => `'${word}'`).join(' ');
      writeFileSync(join(folder, 'account-access'), `#!/bin/sh\nexec ${quoted} "$@"\n`, {
        mode: 0o755,
      });
      writeFileSync(join(folder, 'report of today.json'), '');
      const { stdout } = await promisify(execFile)(shell, args, {
        cwd: folder,
        env: { ...process.env, HOME: folder, PATH: `${folder}:${process.env.PATH}` },
      });
      expect(stdout.split('\n')).toEqual([...(await says()), '']);
    },
  );
}

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
  return {
    loaded,
    ran: paths.some((path) => path.includes('/bin/account-access.')),
    stdout: child.stdout(),
  };
}

test.each([
  ['help', ['--help']],
  ['the list of checks', ['test', '--list']],
  ['a completion', ['__complete', 'test', '--only', 'login/r']],
])('%s loads only commander: no database, no server and no validator', async (_what, args) => {
  const { loaded, ran } = await loadedBy(args);
  expect({ loaded, ran }).toEqual({ loaded: ['commander'], ran: true });
});

test('a command loads what it needs, and this test sees it', async () => {
  const { loaded } = await loadedBy(['accounts', 'list', '--database', '/no/such.db']);
  expect(loaded).toContain('@photostructure/sqlite');
});

test.each([
  ['sources in a clone', '/clone/bin/account-access.ts', '/clone', 'npx tsx bin/account-access.ts'],
  ['a path with a space', '/my clone/dist/bin/a.js', '/', 'node "my clone/dist/bin/a.js"'],
  [
    'an installed package',
    '/a/node_modules/account-access/a.js',
    '/a',
    'npx --no-install account-access',
  ],
])('a suggested command runs %s', (_, program, folder, command) => {
  expect(commandNameOf(program, folder)).toBe(command);
});

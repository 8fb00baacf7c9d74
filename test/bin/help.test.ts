import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../bin/exit-codes.ts';
import { fullName, helpTextsOf } from '../../bin/help/help-texts.ts';
import { createProgram, defineAll } from '../../bin/program.ts';
import { createTerminal } from '../../bin/terminal.ts';
import { commandLine } from './support/in-process.ts';

const stream = new PassThrough();
const program = createProgram(
  createTerminal({ stdin: stream, stdout: stream, stderr: stream, environment: {} }),
);
await defineAll(program);

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
    for (const { envVar, description } of command.options) {
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
  for (const word of ours) command = command.commands.find((child) => child.name() === word) ?? command;
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
  const ways = [
    ['accounts', 'add', '--help'],
    ['help', 'accounts', 'add'],
    ['accounts', 'help', 'add'],
  ];
  const [first, ...others] = await Promise.all(ways.map((args) => commandLine(args)));
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

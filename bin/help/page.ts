import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { createProgram } from '../program.ts';
import { createTerminal } from '../terminal.ts';
import { factsOf, fullName } from './facts.ts';

/** `docs/cli.md`: the help of every command, and what holds for all of them. */
export function commandLinePage(): string {
  const program = createProgram(nowhere());
  return `<!-- Made from the commands in bin/ by \`npm run generate\`. Do not edit. -->

# Command line

The help of every command, as \`account-access <command> --help\` shows it, and what holds for all of them.

What a program would want to read goes to standard output, everything else to standard error: the log, progress, questions,
errors. An error is one line that begins with \`error:\`. Nothing moves or is coloured where nobody looks on.

## Exit codes

${table(['code', 'meaning'], Object.entries(exitCodes))}

## Environment variables

An option given wins over its variable.

${table(['variable', 'meaning'], environmentOf(program))}

## JSON

With \`--json\` standard output is only JSON: one value, or one line per value for a command that keeps running. Errors and
notes go to standard error, and the exit code is the same as without. Fields have names in \`snake_case\`, times are in UTC
(RFC 3339), and an unknown value is \`null\`: every field is always present. The help of each command shows its JSON. A
release may add fields. The changelog lists every field that a release renames or removes.

## Without questions

A command only prompts when standard input and standard error are a terminal, and never with \`--no-input\`. Otherwise it says
which option or file to use instead. Passwords and keys are never arguments.

## Completion

\`account-access completion bash\`, \`zsh\` or \`fish\` prints what the shell is to read:
[how](#account-access-completion). The shell then asks the command itself, so that options, the checks of \`test --only\` and the
scenarios of \`mock --scenario\` are those of the release that is installed.

${[program, ...below(program)].map(section).join('\n\n')}
`;
}

function section(command: Command): string {
  const { json } = factsOf(command);
  const level = command.parent?.parent ? '###' : '##';
  const shown = json?.map((value) => JSON.stringify(value, undefined, json.length > 1 ? undefined : 2));
  return [
    `${level} ${fullName(command)}`,
    `\`\`\`text\n${command.helpInformation().trimEnd()}\n\`\`\``,
    ...(shown === undefined ? [] : [`With \`--json\`:\n\n\`\`\`json\n${shown.join('\n')}\n\`\`\``]),
  ].join('\n\n');
}

function below(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((child) => [child, ...below(child)]);
}

/** In columns, as formatters have it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_name, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The terminal of nobody: 80 columns, no colours. */
function nowhere() {
  const stream = new PassThrough();
  return createTerminal({ stdin: stream, stdout: stream, stderr: stream, environment: {} });
}

/** What the environment says to the commands: a variable, and what it means. */
function environmentOf(program: Command): (readonly [variable: string, meaning: string])[] {
  const options = new Map<string, { flag: string; commands: string[] }>();
  for (const command of all(program))
    for (const { envVar, long } of command.options) {
      if (envVar === undefined) continue;
      const known = options.get(envVar) ?? { flag: long ?? '', commands: [] };
      known.commands.push(fullName(command).replace('account-access ', ''));
      options.set(envVar, known);
    }
  const ours = [...options].map(
    ([variable, { flag, commands }]) =>
      [
        `\`${variable}\``,
        `\`${flag}\` of ${commands.length > 3 ? 'every command that has it' : commands.join(', ')}`,
      ] as const,
  );
  return [...ours.toSorted(([one], [other]) => one.localeCompare(other, 'en')), ...others];
}

const others = [
  ['`PGPASSWORD`, `PGPASSFILE`', 'the password of a PostgreSQL database, or the file that has it'],
  ['`NO_COLOR`', 'not empty: no colours, as with `--no-color`'],
  ['`FORCE_COLOR`', 'colours also where there is no terminal; 0 for none'],
  ['`TERM`', '`dumb`: no colours, no questions, no line that is written over'],
  ['`UV_THREADPOOL_SIZE`', 'on how many threads passwords are hashed'],
  ['`GITHUB_ACTIONS`', '`true`: `test` and `proxy` write annotations too'],
] as const;

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { createProgram, defineAll } from '../program.ts';
import { createTerminal } from '../terminal.ts';
import { fullName, helpTextsOf } from './help-texts.ts';

/** Writes `docs/reference/cli.md`: the help of every command, and what is the same for all of them. */
export async function commandLinePage(): Promise<string> {
  const program = await definedProgram();
  return `<!-- Generated from the commands in bin/ by \`npm run generate\`. Do not edit. -->

# Command line

The help of every command, as \`account-access <command> --help\` shows it. What several commands share is here once, with the first
of them: every command has the options of \`account-access\` itself.

Commands write their result to standard output and everything else to standard error: the log, progress, prompts and errors.
An error is one line that begins with \`error:\`. Progress and colours appear only at a terminal.

## Exit codes

${table(['code', 'meaning'], Object.entries(exitCodes))}

## Environment variables

An option on the command line overrides its variable.

${table(['variable', 'meaning'], environmentOf(program))}

## JSON

With \`--json\` standard output is only JSON: one value, or one line per value for a command that keeps running. Errors and
notes go to standard error, and the exit code is the same as without. Fields have names in \`snake_case\`, times are in UTC
(RFC 3339), and an unknown value is \`null\`: every field is always present. The help of each command shows its JSON. A
release may add fields. The changelog lists every field that a release renames or removes.

## Prompts

A command prompts only if standard input and standard error are both a terminal. With \`--no-input\` it never prompts: it fails,
and names the option or file to give instead. Passwords and keys are never arguments.

## Completion

\`account-access completion bash\`, \`zsh\` or \`fish\` prints a script for the shell;
[see how to install it](#account-access-completion). The script runs the installed command for each completion, so the options,
the checks of \`test --only\` and the scenarios of \`mock --scenario\` are always those of the installed release.

${[program, ...below(program)].map(section, new Map()).join('\n\n')}
`;
}

/** @param this the name of the command that showed a part of its help first, by the words of the part */
function section(this: Map<string, string>, command: Command): string {
  const { json } = helpTextsOf(command);
  const level = command.parent?.parent ? '###' : '##';
  const shown = json?.map((value) => JSON.stringify(value, undefined, json.length > 1 ? undefined : 2));
  return [
    `${level} ${fullName(command)}`,
    `\`\`\`text\n${helpOf(command, this)}\n\`\`\``,
    ...(shown === undefined ? [] : [`With \`--json\`:\n\n\`\`\`json\n${shown.join('\n')}\n\`\`\``]),
  ].join('\n\n');
}

/** The help of a command without what every command has, and with a reference where an earlier command shows the same. */
function helpOf(command: Command, shown: Map<string, string>): string {
  const parts = command.helpInformation().trimEnd().split('\n\n');
  const own = parts.flatMap((part) => {
    const words = part.replaceAll(/\s+/g, ' ');
    const first = shown.get(words);
    shown.set(words, first ?? fullName(command));
    const isCommon = /^(Global Options:|Options: -h, --help \S+ \S+$|Docs: )/.test(words);
    if (first === undefined) return isCommon && command.parent ? [] : [part];
    const flags = part.match(/(?<=^ +(?:-\w, )?)--[\w-]+/gm);
    const [title = ''] = part.split('\n');
    return isCommon || flags === null ? [] : [`${title} ${flags.join(', ')}: see ${first}`];
  });
  return own.join('\n\n');
}

function below(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((child) => [child, ...below(child)]);
}

/** Formats a Markdown table with aligned columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_name, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The program with all of its commands, at a terminal that nobody reads, with 80 columns and no colours. */
export async function definedProgram(): Promise<Command> {
  const stream = new PassThrough();
  const terminal = createTerminal({ stdin: stream, stdout: stream, stderr: stream, environment: {} });
  const program = createProgram(terminal);
  await defineAll(program);
  return program;
}

/** Lists the environment variables that the commands read, and what they mean. */
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
        `\`${flag}\` of ${commands.length > 3 ? 'every command that has the option' : commands.join(', ')}`,
      ] as const,
  );
  return [...ours.toSorted(([one], [other]) => one.localeCompare(other, 'en')), ...others];
}

const others = [
  ['`PGPASSWORD`, `PGPASSFILE`', 'the password of a PostgreSQL database, or the file that contains it'],
  ['`NO_COLOR`', 'if not empty: no colours, as with `--no-color`'],
  ['`FORCE_COLOR`', 'colours also without a terminal; `0` for none'],
  ['`TERM`', '`dumb`: no colours, no prompts, no progress'],
  ['`UV_THREADPOOL_SIZE`', 'number of threads that hash passwords'],
  ['`GITHUB_ACTIONS`', '`true`: `test` and `proxy` write annotations too'],
] as const;

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

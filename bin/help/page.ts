import { PassThrough } from 'node:stream';
import { type Command, Help, type Option } from 'commander';
import { sentence } from '../../conformance/engine/terminal/format-help.ts';
import { fullName, helpTextsOf } from '../../conformance/engine/terminal/help-texts.ts';
import { createProgram, defineAll } from '../../conformance/engine/terminal/program.ts';
import { createTerminal } from '../../conformance/engine/terminal/terminal.ts';
import { databaseHelp } from '../options/database-option.ts';
import { program as accountAccess, exitCodes } from '../program.ts';

/** Writes `docs/reference/cli.md`: every command with its options, and what is the same for all of them. */
export async function commandLinePage(): Promise<string> {
  const program = await definedProgram();
  const commands = [program, ...below(program)];
  const uses = usesOf(commands);
  const shared = [...uses.values()].flatMap(([first, ...more]) =>
    more.length > 1 && first ? first.option : [],
  );
  return `<!-- Generated from the commands in bin/ by \`npm run generate\`. Do not edit. -->

# Command line

\`account-access <command> --help\` shows more examples. Results go to standard output. The log, progress, prompts and errors go to
standard error; errors begin with \`error:\`. Progress and colours appear only at a terminal.

## Exit codes

${Object.entries(exitCodes)
  .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  .join('\n')}

## Environment variables

An option shows its variable as \`env\`, and overrides it. These have no option:

- \`PGPASSWORD\`, \`PGPASSFILE\`: password of a PostgreSQL database, or file that contains it
- \`NO_COLOR\`: if not empty, no colours, as with \`--no-color\`
- \`FORCE_COLOR\`: colours even without a terminal; \`0\` for none
- \`TERM\`: with \`dumb\`, no colours, no prompts, no progress
- \`UV_THREADPOOL_SIZE\`: number of threads that can hash passwords (default: 4)
- \`GITHUB_ACTIONS\`: with \`true\`, \`test\` and \`proxy\` write annotations too

## JSON

With \`--json\` standard output is only JSON: one value, or one line per value for a command that keeps running. The exit code stays
the same. Names are in \`snake_case\`, times in UTC (RFC 3339), and an unknown value is \`null\`. A release may add fields; the changelog
lists renamed and removed ones.

## Prompts

A command prompts only if standard input and standard error are both a terminal, and never with \`--no-input\`. Passwords and
keys are never arguments, because other users of the machine can see arguments.

## Shared options

Every command has \`--no-input\`, \`--no-color\` and \`--help\`. Several have these, and
[Use PostgreSQL](../how-to/use-postgresql.md) explains the URL:

${textBlock(optionsHelp(program, shared))}

${commands.map((command) => section(command, uses, notesOf(command))).join('\n\n')}
`;
}

interface Use {
  readonly command: Command;
  readonly option: Option;
}

/** The commands that have an option, by how the help shows it, in the order of the page. */
function usesOf(commands: readonly Command[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  for (const command of commands)
    for (const option of optionsOf(command)) {
      const key = shownAs(option);
      uses.set(key, [...(uses.get(key) ?? []), { command, option }]);
    }
  return uses;
}

const plain = new Help();
const shownAs = (option: Option) => `${option.flags} ${plain.optionDescription(option)}`;

function optionsOf(command: Command): Option[] {
  return plain
    .visibleOptions(command)
    .filter(({ long }) => command.parent === null || long !== '--help');
}

const isGroup = (command: Command) => command.parent !== null && command.commands.length > 0;

/** The notes of a command, without those that a guide or the beginning of the page has. */
const notesOf = (command: Command): readonly string[] =>
  (helpTextsOf(command).notes ?? []).filter(
    (note) => note !== databaseHelp && !note.startsWith('Exit codes'),
  );

type Uses = ReadonlyMap<string, readonly Use[]>;

function section(command: Command, uses: Uses, notes: readonly string[]): string {
  const { json } = helpTextsOf(command);
  const shown = json?.map((value) =>
    JSON.stringify(value, undefined, json.length > 1 ? undefined : 2),
  );
  return [
    `${command.parent?.parent ? '###' : '##'} ${fullName(command)}`,
    sentence(command.description()),
    ...(isGroup(command) ? [] : [textBlock(helpOf(command, uses, notes))]),
    ...(shown === undefined ? [] : [`With \`--json\`:\n\n\`\`\`json\n${shown.join('\n')}\n\`\`\``]),
  ].join('\n\n');
}

/** The help of a command. An option that an earlier part of the page explains is only named. */
function helpOf(command: Command, uses: Uses, notes: readonly string[]): string {
  const [example = ''] = helpTextsOf(command).examples.flatMap((one) =>
    typeof one === 'string' ? [one] : [one[0]],
  );
  const own: Option[] = [];
  const named = new Map<string, string[]>();
  for (const option of optionsOf(command)) {
    const [first, ...more] = uses.get(shownAs(option)) ?? [];
    const where = more.length > 1 ? 'Shared' : `As in ${first && fullName(first.command)}`;
    if (more.length < 2 && first?.command === command) own.push(option);
    else named.set(where, [...(named.get(where) ?? []), option.long ?? '']);
  }
  return [
    ...(/ [-<>|]/.test(example) && command.parent ? [`Example: ${example}`] : []),
    optionsHelp(command, own),
    ...[...named].map(([where, flags]) => `${where}: ${flags.join(', ')}`),
    ...notes.map((note) => (note.startsWith(' ') ? note : plain.boxWrap(note, 80))),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function optionsHelp(command: Command, options: readonly Option[]): string {
  const help = Object.assign(command.createHelp(), {
    showGlobalOptions: false,
    styleTitle: (text: string) => text,
    visibleCommands: () => [],
    visibleOptions: () => [...options],
  });
  const text = Help.prototype.formatHelp.call(help, command, help).trimEnd();
  // The heading has the name of the command.
  const usage = command.registeredArguments.length > 0 ? 'Usage: … ' : '';
  return usage ? text.replace(/^Usage: .* \[options\] /, usage) : text.replace(/^Usage: .*\n*/, '');
}

const textBlock = (text: string) => `\`\`\`text\n${text}\n\`\`\``;

function below(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
    .flatMap((child) => [child, ...below(child)]);
}

/** The program with all of its commands, at a terminal that nobody reads, with 80 columns and no colours. */
export async function definedProgram(): Promise<Command> {
  const stream = new PassThrough();
  const terminal = createTerminal({
    stdin: stream,
    stdout: stream,
    stderr: stream,
    environment: {},
  });
  const program = createProgram(terminal, accountAccess);
  await defineAll(program);
  return program;
}

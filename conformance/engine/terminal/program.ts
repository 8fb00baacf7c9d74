import { PassThrough } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { didYouMean } from './did-you-mean.ts';
import { formatHelp, toOneLine } from './format-help.ts';
import { type ProgramTexts, withHelp, withProgramHelp } from './help-texts.ts';
import { columnsOf, createTerminal, type Output, type Terminal } from './terminal.ts';
import { exitBug, exitUsage } from './usage-error.ts';

export type Define = (command: Command, terminal: Terminal) => void;

/** What the help of the program shows of a command: its name and usage, and a description. Its module defines the rest when it is needed. */
export type Listed = readonly [usage: string, description: string, load: Load];
type Load = () => Promise<{ readonly define: Define }>;

export interface ProgramSettings {
  readonly name: string;
  readonly description: string;
  readonly help: ProgramTexts;
  /** By heading. */
  readonly commands: Readonly<Record<string, readonly Listed[]>>;
  /** The version, or its JSON. */
  version(asJson: boolean): string;
  beforeAction?(command: Command, terminal: Terminal): void;
}

const pending = new WeakMap<Command, () => Promise<void>>();

/** Creates the program with its commands. They get their options and subcommands by `defineCommand`. */
export function createProgram(terminal: Terminal, settings: ProgramSettings): Command {
  const program = withProgramHelp(new Command(settings.name), settings.help)
    .description(settings.description)
    .usage('[options] <command>')
    .option('-V, --version', 'print the version')
    .option('--no-input', 'never prompt: fail, and name the option or file to give instead')
    .option('--no-color', 'print without colours, as with NO_COLOR in the environment')
    .on('option:no-input', () => terminal.restrict({ input: false }))
    .on('option:no-color', () => terminal.restrict({ colour: false }))
    .hook('preSubcommand', async (_program, command) => void (await defineCommand(command)))
    .hook('preAction', (_program, command) => settings.beforeAction?.(command, terminal));
  const helper = helpCommand(settings.name);
  for (const [heading, commands] of Object.entries(settings.commands)) {
    for (const [line, description, load] of commands) {
      const [, name, usage = ''] = /^(\S+) (.+)$/.exec(line) ?? [];
      const command = new Command(name).usage(usage).description(description).helpGroup(heading);
      program.addCommand(command);
      pending.set(command, async () => {
        (await load()).define(command, terminal);
        configureAll(command, terminal);
      });
    }
    helper.helpGroup(heading);
  }
  program.addCommand(helper);
  configure(helper, terminal);
  configure(program, terminal);
  return program;
}

/** Runs the command of the arguments, and sets the exit code of the terminal. Never rejects. */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
  settings: ProgramSettings,
): Promise<void> {
  const program = createProgram(terminal, settings).on('option:version', () => {
    // `--json` belongs to some commands only, so it is not an option of the program.
    terminal.print(settings.version(args.includes('--json')));
    throw new CommanderError(0, 'commander.version', '');
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has already reported it.
    if (error instanceof CommanderError)
      return terminal.endWith(error.exitCode === 0 ? 0 : exitUsage);
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.say(`error: a bug in ${settings.name}, please report it: ${stack}`);
    terminal.endWith(exitBug);
  }
}

/** Defines a command completely, once, before it parses its arguments or shows its help. Returns it. */
export async function defineCommand(command: Command): Promise<Command> {
  const define = pending.get(command);
  pending.delete(command);
  await define?.();
  return command;
}

/** The options of each command of a program, for its completion. */
export async function optionsOf(
  settings: ProgramSettings,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const stream = new PassThrough();
  const streams = { stdin: stream, stdout: stream, stderr: stream, environment: {} };
  const { commands } = createProgram(createTerminal(streams), settings);
  const found = new Map<string, readonly string[]>();

  for (const command of commands) {
    const { options } = await defineCommand(command);
    const shown = options.filter(({ hidden }) => !hidden);
    found.set(command.name(), [...shown.flatMap(({ long }) => long ?? []), '--help']);
  }
  return found;
}

/** `help accounts add`: shows the same as `accounts add --help`. */
function helpCommand(name: string): Command {
  const helper = withHelp(new Command('help'), {
    examples: [`${name} help`, `${name} help test`],
  })
    .description('show the help of a command')
    .argument('[command...]', 'name of the command')
    .action(async (names: readonly string[]) => {
      // The command always has a parent: `createProgram` adds it.
      let command = helper.parent ?? helper;
      for (const name of names) {
        const known = command.createHelp().visibleCommands(command);
        const next = command.commands.find((child) => child.name() === name);
        if (next === undefined) {
          const meant = didYouMean(
            name,
            known.map((child) => child.name()),
          );
          return command.error(`error: unknown command '${name}'.${meant}`);
        }
        command = await defineCommand(next);
      }
      command.outputHelp();
    });
  return helper;
}

function configureAll(command: Command, terminal: Terminal): void {
  configure(command, terminal);
  // `accounts help add` shows the same as `accounts add --help`.
  if (command.commands.length > 0)
    command.addCommand(helpCommand(command.name()), { hidden: true });
  for (const child of command.commands) configureAll(child, terminal);
}

function configure(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({
      formatHelp,
      showGlobalOptions: true,
      commandDescription: () => '',
      // Every command has options, so the list of commands does not show `[options]`.
      subcommandTerm: (own) => `${own.name()} ${own.usage().replace(/^\[options\] ?/, '')}`.trim(),
      styleTitle: (text) => `\u001b[1m${text}\u001b[22m`,
    })
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      getOutHasColors: () => terminal.wantsColour(terminal.stdout),
      getErrHasColors: () => terminal.wantsColour(terminal.stderr),
      getOutHelpWidth: () => widthOf(terminal.stdout),
      getErrHelpWidth: () => widthOf(terminal.stderr),
      outputError: (text, write) => write(`${toOneLine(text, command)}\n`),
    });
}

// Longer lines are hard to read.
function widthOf(stream: Output): number {
  return Math.min(columnsOf(stream), 100);
}

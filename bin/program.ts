import { Command } from 'commander';
import { didYouMean } from '../conformance/engine/terminal/did-you-mean.ts';
import { formatHelp, toOneLine } from '../conformance/engine/terminal/format-help.ts';
import { withHelp } from '../conformance/engine/terminal/help-texts.ts';
import { columnsOf, type Output, type Terminal } from '../conformance/engine/terminal/terminal.ts';
import type { Define } from './define.ts';
import { hidePasswords } from './options/database-option.ts';

/** What the help of the program shows of a command, and the module that defines the rest when it is needed. */
type Listed = readonly [
  name: string,
  usage: string,
  description: string,
  load: () => Promise<{ readonly define: Define }>,
];

const listed: Readonly<Record<string, readonly Listed[]>> = {
  'Run:': [
    ['serve', '[options]', 'run the service', () => import('./commands/serve/command.ts')],
    [
      'mock',
      '[options]',
      'run a mock of the service, to build clients against',
      () => import('./commands/mock/command.ts'),
    ],
  ],
  'Test a server:': [
    [
      'test',
      '[options] [base-url]',
      'test a server against the contract',
      () => import('../conformance/engine/commands/test/command.ts'),
    ],
    [
      'proxy',
      '[options] <base-url>',
      'forward real traffic to a server, and report where it differs from the contract',
      () => import('../conformance/engine/commands/proxy/command.ts'),
    ],
    [
      'diff',
      '[options] <old> <new>',
      'compare two OpenAPI documents, and rate each change for clients and for servers',
      () => import('../conformance/engine/commands/diff/command.ts'),
    ],
  ],
  'Operate:': [
    [
      'accounts',
      '<command>',
      'add, list, disable, enable, unlock and delete accounts, and change how they log in',
      () => import('./commands/accounts/command.ts'),
    ],
    ['keys', '<command>', 'verify, list and revoke API keys', () => import('./commands/keys.ts')],
    [
      'secrets',
      '<command>',
      'show, rotate and retire the keys that encrypt secrets',
      () => import('./commands/secrets.ts'),
    ],
    [
      'audit',
      '<command>',
      'show and verify the audit log: who did what, when, to which account',
      () => import('./commands/audit/command.ts'),
    ],
    [
      'backup',
      '[options] <file>',
      'copy the database into one file, while the service keeps running',
      () => import('./commands/backup.ts'),
    ],
    [
      'restore',
      '[options] <file>',
      'replace the database with a backup, while no service runs',
      () => import('./commands/restore.ts'),
    ],
    [
      'move',
      '[options]',
      'copy everything from one database into an empty one, SQLite or PostgreSQL, while no service runs',
      () => import('./commands/move.ts'),
    ],
    [
      'sweep',
      '[options]',
      'remove expired access tokens, rate-limit counts and idempotency records, also while the service runs',
      () => import('./commands/sweep.ts'),
    ],
    [
      'calibrate',
      '[options]',
      'measure Argon2id on this machine for about ten seconds, and propose the cost of password hashing',
      () => import('./commands/calibrate.ts'),
    ],
  ],
  'Help and completion:': [
    [
      'completion',
      '[options] <shell>',
      'print a shell script that completes commands, options and their values',
      () => import('./commands/completion.ts'),
    ],
  ],
};

const pending = new WeakMap<Command, () => Promise<void>>();

/** Creates the program with its commands. They get their options and subcommands by `defineCommand`. */
export function createProgram(terminal: Terminal): Command {
  const program = withHelp(new Command('account-access'), help)
    .description(
      'run and operate the account access and API key service, and test servers against its contract',
    )
    .usage('[options] <command>')
    .option('-V, --version', 'print the version')
    .option('--no-input', 'never prompt: fail, and name the option or file to give instead')
    .option('--no-color', 'print without colours, as with NO_COLOR in the environment')
    .on('option:no-input', () => terminal.restrict({ input: false }))
    .on('option:no-color', () => terminal.restrict({ colour: false }))
    .hook('preSubcommand', async (_program, command) => void (await defineCommand(command)))
    .hook('preAction', (_program, command) => hidePasswords(command, terminal));
  for (const [heading, commands] of Object.entries(listed))
    for (const [name, usage, description, load] of commands) {
      const command = new Command(name).usage(usage).description(description).helpGroup(heading);
      program.addCommand(command);
      pending.set(command, async () => {
        (await load()).define(command, terminal);
        configureAll(command, terminal);
      });
    }
  const helper = helpCommand().helpGroup('Help and completion:');
  program.addCommand(helper);
  configure(helper, terminal);
  configure(program, terminal);
  return program;
}

/** Defines a command completely, once, before it parses its arguments or shows its help. Returns it. */
export async function defineCommand(command: Command): Promise<Command> {
  const define = pending.get(command);
  pending.delete(command);
  await define?.();
  return command;
}

/** Defines all commands, as the page of the docs shows them. */
export async function defineAll(program: Command): Promise<void> {
  for (const command of program.commands) await defineCommand(command);
}

/** `account-access help accounts add`: shows the same as `accounts add --help`. */
function helpCommand(): Command {
  const helper = withHelp(new Command('help'), {
    examples: ['account-access help', 'account-access help accounts add'],
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

/** Configures a command and its subcommands. */
function configureAll(command: Command, terminal: Terminal): void {
  configure(command, terminal);
  // `accounts help add` shows the same as `accounts add --help`.
  if (command.commands.length > 0) command.addCommand(helpCommand(), { hidden: true });
  for (const child of command.commands) configureAll(child, terminal);
}

/** Gives each command the same help, error messages and exit codes. */
function configure(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({
      formatHelp,
      showGlobalOptions: true,
      commandDescription: () => '',
      subcommandTerm,
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

// Every command has options, so the list of commands does not show `[options]`.
function subcommandTerm(command: Command): string {
  return `${command.name()} ${command.usage().replace(/^\[options\] ?/, '')}`.trim();
}

// Longer lines are hard to read.
function widthOf(stream: Output): number {
  return Math.min(columnsOf(stream), 100);
}

const help = {
  examples: [
    ['account-access serve --demo', 'try the service with demo accounts'],
    ['account-access accounts add me@example.com --mfa', ''],
    ['account-access serve --port 8080', 'run the service with the accounts you added'],
    ['account-access mock', 'build clients against a service in memory'],
    ['account-access test <base-url>', 'test any server against the contract'],
  ],
} as const;

import { Command } from 'commander';
import { accountsCommand } from './commands/accounts/command.ts';
import { auditCommand } from './commands/audit/command.ts';
import { backupCommand } from './commands/backup/command.ts';
import { calibrateCommand } from './commands/calibrate/command.ts';
import { completionCommand } from './commands/completion/command.ts';
import { helpCommand } from './commands/help/command.ts';
import { keysCommand } from './commands/keys/command.ts';
import { mockCommand } from './commands/mock/command.ts';
import { moveCommand } from './commands/move/command.ts';
import { proxyCommand } from './commands/proxy/command.ts';
import { restoreCommand } from './commands/restore/command.ts';
import { secretsCommand } from './commands/secrets/command.ts';
import { serveCommand } from './commands/serve/command.ts';
import { sweepCommand } from './commands/sweep/command.ts';
import { testCommand } from './commands/test/command.ts';
import { withFacts } from './help/facts.ts';
import { formatHelp } from './help/format-help.ts';
import { toOneLine } from './help/one-line.ts';
import { hidePasswords } from './options/database-option.ts';
import { columnsOf, type Output, type Terminal } from './terminal.ts';
import { prepare, whenNeeded } from './when-needed.ts';

/** Creates the tree of all commands. Completion and the page of the docs derive from it. */
export function createProgram(terminal: Terminal): Command {
  const program = createOutline(terminal);
  program.commands.forEach(prepare);
  return program;
}

/** Creates the program with its commands, which get their options and subcommands when they run or show their help. */
export function createOutline(terminal: Terminal): Command {
  const program = withFacts(new Command('account-access'), facts)
    .description(
      'run and operate the account access and API key service, and test servers against its contract',
    )
    .usage('[options] <command>')
    .option('-V, --version', 'print the version')
    .option('--no-input', 'never prompt: fail, and name the option or file to give instead')
    .option('--no-color', 'print without colours, as with NO_COLOR in the environment')
    .on('option:no-input', () => terminal.restrict({ input: false }))
    .on('option:no-color', () => terminal.restrict({ colour: false }))
    .hook('preSubcommand', (_program, command) => prepare(command))
    .hook('preAction', (_program, command) => hidePasswords(command, terminal));
  const add = (heading: string, commands: readonly Command[]) => {
    for (const command of commands)
      program.addCommand(whenNeeded(command.helpGroup(heading), () => configureAll(command, terminal)));
  };
  add('Run:', [serveCommand(terminal), mockCommand(terminal)]);
  add('Test a server:', [testCommand(terminal), proxyCommand(terminal)]);
  add('Operate:', [
    accountsCommand(terminal),
    keysCommand(terminal),
    secretsCommand(terminal),
    auditCommand(terminal),
    backupCommand(terminal),
    restoreCommand(terminal),
    moveCommand(terminal),
    sweepCommand(terminal),
    calibrateCommand(terminal),
  ]);
  add('Help and completion:', [completionCommand(terminal), helpCommand()]);
  configure(program, terminal);
  return program;
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

const facts = {
  examples: [
    ['account-access serve --demo', 'try the service with demo accounts'],
    ['account-access accounts add me@example.com --mfa', ''],
    ['account-access serve --port 8080', 'run the service with the accounts you added'],
    ['account-access mock', 'build clients against a service in memory'],
    ['account-access test <base-url>', 'test any server against the contract'],
  ],
} as const;

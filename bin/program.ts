import { Command, CommanderError } from 'commander';
import { tool } from '../conformance/suite/tool.ts';
import { OperatorError } from '../server/operator-error.ts';
import { OutageError } from '../server/store/database.ts';
import { accounts } from './commands/accounts.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { completion } from './commands/completion.ts';
import { keys } from './commands/keys.ts';
import { mock } from './commands/mock.ts';
import { serve } from './commands/serve.ts';
import { createTerminal, type Streams, type Terminal } from './terminal.ts';

export const exitCodes = {
  0: 'The command succeeded.',
  1: 'The key is inactive, the tests failed, or a change breaks clients.',
  2: 'The command line is wrong, or it names something that cannot be used.',
  3: 'The server, or its tests, could not be tested (test, proxy, mutate).',
  70: 'A bug in account-access: please report the message.',
} as const;

/** The commands of the contract test engine, which reads their arguments itself. */
const engineCommands = {
  'test [base-url]':
    'test a server against the contract, or any server against its OpenAPI document',
  'proxy <base-url>':
    'forward real traffic to a server, and report where it differs from the contract',
  'mutate <base-url> <command...>':
    'find out whether tests that call a server would notice if it broke the contract',
  'diff <old> <new>':
    'compare two OpenAPI documents, and rate each change for clients and for servers',
} as const;
const engineNames = Object.keys(engineCommands).map((usage) => usage.replace(/ .*/, ''));

/** Whether the engine runs these arguments: one of its commands, or `help` on it. */
export function isForEngine(args: readonly string[]): boolean {
  const [command = ''] = commandOf(args);
  return engineNames.includes(command);
}

/** The command with its arguments: that of `help accounts add` is `accounts add --help`. */
function commandOf(args: readonly string[]): readonly string[] {
  const words = args.filter((arg) => arg !== '--no-input');
  return words[0] === 'help' ? [...words.slice(1), '--help'] : words;
}

export function createProgram(terminal: Terminal, endWith: (code: number) => void): Command {
  const program = new Command('account-access')
    .description(
      'run and operate the account access and API key service, and test servers against its contract',
    )
    .usage('[options] <command>')
    .version(tool.version, '-V, --version', 'print the version')
    .option('--no-input', 'never prompt: fail, and name what to give instead')
    .addHelpText(
      'after',
      `
Exit codes:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
  .join('\n')}

Examples:
  account-access serve --demo
  account-access accounts add me@example.com --mfa
  account-access mock
  account-access test <base-url> --profile account-access.yaml`,
    );
  for (const add of [serve, mock]) program.addCommand(add(terminal, endWith));
  for (const [usage, description] of Object.entries(engineCommands)) {
    program.command(usage).description(description);
  }
  for (const add of [accounts, keys, audit, backup, completion]) {
    program.addCommand(add(terminal, endWith));
  }
  configure(program, terminal);
  return program;
}

function configure(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .showHelpAfterError(`(see \`account-access ${nameOf(command)}--help\`)`)
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      getOutHelpWidth: () => Math.min(terminal.stdout.columns || 80, 100),
      getErrHelpWidth: () => Math.min(terminal.stderr.columns || 80, 100),
    });
  for (const child of command.commands) configure(child, terminal);
}

function nameOf(command: Command): string {
  return command.parent === null ? '' : `${nameOf(command.parent)}${command.name()} `;
}

/** Runs the command of the arguments. It never rejects. @returns the exit code; a service goes on after that */
export async function runProgram(args: readonly string[], streams: Streams): Promise<number> {
  const terminal = createTerminal(streams, () => !args.includes('--no-input'));
  let exitCode = 0;
  try {
    const program = createProgram(terminal, (code) => {
      exitCode = code;
    });
    await program.parseAsync(commandOf(args), { from: 'user' });
    return exitCode;
  } catch (error) {
    return report(error, terminal);
  } finally {
    // A program that keeps the pipe open must not keep the command running.
    streams.stdin.destroy();
  }
}

function report(error: unknown, { say }: Terminal): number {
  // Commander has already reported it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof OperatorError || error instanceof OutageError) {
    say(`error: ${error.message}`);
    return 2;
  }
  say(`error: a bug in account-access, please report it: ${Object(error).stack ?? error}`);
  return 70;
}

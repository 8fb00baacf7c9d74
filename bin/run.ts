import { createRequire } from 'node:module';
import { CommanderError } from 'commander';
import type { Terminal } from '../conformance/engine/terminal/terminal.ts';
import { exitBug, exitUsage } from './exit-codes.ts';
import { createProgram } from './program.ts';

/** Runs the command of the arguments, and sets the exit code of the terminal. Never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const [first, ...typed] = args;
  if (first === '__complete')
    return (await import('./completion/complete.ts')).completeForShell(typed, terminal);
  const program = createProgram(terminal).on('option:version', () => {
    // `--json` belongs to some commands only, so it is not an option of the program.
    terminal.print(describeVersion(args.includes('--json')));
    throw new CommanderError(0, 'commander.version', '');
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has already reported it.
    if (error instanceof CommanderError) return terminal.endWith(error.exitCode === 0 ? 0 : exitUsage);
    terminal.say(`error: a bug in account-access, please report it: ${describe(error)}`);
    terminal.endWith(exitBug);
  }
}

function describeVersion(asJson: boolean): string {
  const version = packageVersion();
  return asJson ? JSON.stringify({ version, node: process.versions.node }) : version;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns the version of this package. Resolving it by name works from source and from a build. */
function packageVersion(): string {
  return createRequire(import.meta.url)('account-access/package.json').version;
}

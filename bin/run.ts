import { runProgram } from '../conformance/engine/terminal/program.ts';
import type { Terminal } from '../conformance/engine/terminal/terminal.ts';
import { forgetEmpty } from './environment.ts';
import { program } from './program.ts';

/** Runs the command of the arguments, and sets the exit code of the terminal. Never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  forgetEmpty();
  const [first, ...typed] = args;
  if (first === '__complete')
    return (await import('./completion/complete.ts')).completeForShell(typed, terminal);
  await runProgram(args, terminal, program);
}

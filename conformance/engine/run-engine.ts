import { engineSettings } from './bin/program.ts';
import type { TestProgram } from './commands/test-program.ts';
import { optionsOf, runProgram } from './terminal/program.ts';
import { start } from './terminal/start.ts';
import type { Environment } from './terminal/terminal.ts';

/**
 * Runs a command of the engine (`test`, `proxy`, `mutate`, `diff`) for another program, with the streams and arguments of this process, and
 * sets its exit code. The program brings the contract that a server is tested against. `index.ts` would load the whole engine; this
 * loads what the command line needs.
 *
 * @example runEngine(program, process.env)
 */
export function runEngine(program: TestProgram, environment: Environment): void {
  start({ environment }, (args, terminal) => runProgram(args, terminal, engineSettings(program)));
}

/** The options of each command of the engine that `runEngine` runs for a program, such as `--document`, for its completion. */
export function optionsOfEngine(
  program: TestProgram,
): Promise<ReadonlyMap<string, readonly string[]>> {
  return optionsOf(engineSettings(program));
}

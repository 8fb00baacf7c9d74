import { createTerminal, type Streams, type Terminal } from './terminal.ts';
import { exitFailure } from './usage-error.ts';

/** Runs a program with the streams and the arguments of this process, and sets its exit code. */
export function start(
  settings: Omit<Streams, 'stdin' | 'stdout' | 'stderr'>,
  run: (args: readonly string[], terminal: Terminal) => Promise<void>,
): void {
  // A reader such as `head` may close the pipe early. That is no error.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  const terminal = createTerminal({
    ...settings,
    // A getter, because only some commands open standard input.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
  });
  // A prompt whose input ends never returns.
  process.exitCode = exitFailure;
  void run(process.argv.slice(2), terminal).then(() => {
    // Sets the code without exiting: a service keeps running.
    process.exitCode = terminal.exitCode;
  });
}

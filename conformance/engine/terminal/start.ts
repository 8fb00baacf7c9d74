import { fstatSync, writeFileSync } from 'node:fs';
import { createTerminal, type Streams, type Terminal } from './terminal.ts';
import { exitFailure } from './usage-error.ts';

/** Runs a program with the streams and the arguments of this process, and sets its exit code. */
export function start(
  settings: Omit<Streams, 'stdin' | 'stdout' | 'stderr'>,
  run: (args: readonly string[], terminal: Terminal) => Promise<void>,
): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      // A reader such as `head` may close the pipe early. That is no error, and nobody could read one about standard error.
      if (code === 'EPIPE' || stream === process.stderr) return;
      process.stderr.write(`error: standard output cannot be written: ${message}\n`);
      process.exit(exitFailure);
    });
  // Where a nearly full disk takes only a part of a write to a file, Node drops the rest. This writes all of it, or fails.
  if (fstatSync(process.stdout.fd).isFile())
    process.stdout._write = (chunk, _encoding, done) => {
      try {
        writeFileSync(process.stdout.fd, chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    };
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

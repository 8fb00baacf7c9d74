#!/usr/bin/env node
import { createTerminal } from '../conformance/engine/terminal/terminal.ts';
import { environment, forbidColours, hideArguments } from './environment.ts';
import { exitFailure } from './exit-codes.ts';
import { run } from './run.ts';

// A reader such as `head` may close the pipe early. That is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const terminal = createTerminal({
  // A getter, because only some commands open standard input.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  environment,
  forbidColours,
  hideArguments,
});
// A prompt whose input ends never returns.
process.exitCode = exitFailure;
void run(process.argv.slice(2), terminal).then(() => {
  // Sets the code without exiting: a service keeps running.
  process.exitCode = terminal.exitCode;
});

#!/usr/bin/env node
import { isForEngine, runProgram } from './program.ts';

// Empty variables of ours count as unset: compose files make them of `${DATABASE:-}`.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('ACCOUNT_ACCESS_') && value === '') delete process.env[name];
}
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the pipe early. That is no error, and nobody could read one about standard error.
    if (code === 'EPIPE' || stream === process.stderr) return;
    process.stderr.write(`error: standard output cannot be written: ${message}\n`);
    process.exit(2);
  });
}

const args = process.argv.slice(2);
if (isForEngine(args)) {
  const { run } = await import('./engine.ts');
  run();
} else {
  hideUrls(args);
  process.exitCode = await runProgram(args, process);
}

/** Makes `ps` show only the command, where an argument may contain the password of a database. */
function hideUrls(words: readonly string[]): void {
  if (words.some((word) => /postgres(ql)?:/i.test(word))) process.title = 'account-access';
}

import type { Entry } from '../../report/entry.ts';
import { fold } from '../../report/fold.ts';
import { undoable } from '../../report/made.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { cleanUpInChild, superviseTask } from '../supervise-task.ts';
import type { TestProgram } from '../test-program.ts';
import type { TestInput } from './perform-test.ts';

/** Runs the checks in a child process, and ends it when it does not end by itself. `write` adds to the entries of the journal. */
export async function superviseRun(
  program: TestProgram,
  terminal: Terminal,
  input: TestInput,
  entries: readonly Entry[],
  write: (entry: Entry) => void,
): Promise<void> {
  const { options } = input;
  const start = performance.now();
  const maxTimeMs = options.maxTime * 1000;
  const supervision = { maxTimeMs, onEntry: write };
  const ended = await superviseTask('test', input, program, terminal, supervision);
  if (entries.some(({ type }) => type === 'ended')) return;
  const { reason, work, cleanUpMs } = ended;
  write({ type: 'killed', reason, work, durationMs: performance.now() - start });
  const left = { baseUrl: fold(entries).target, options, made: undoable(entries) };
  await cleanUpInChild(program, terminal, left, cleanUpMs, write);
}

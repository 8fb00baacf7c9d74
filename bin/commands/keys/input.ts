import type { Readable } from 'node:stream';
import { OperatorError } from '../../../server/operator-error.ts';
import { readLines } from '../../read-lines.ts';
import type { Terminal } from '../../terminal.ts';

/** An API key: asked for without showing it, or the one line of standard input. Blanks around it are not part of one. */
export async function readKey(terminal: Terminal): Promise<string> {
  if (terminal.stdin.isTTY !== true) return (await readPipedKey(terminal.stdin)).trim();
  if (terminal.mayAsk()) return (await askForKey()).trim();
  throw new OperatorError('input_invalid', 'nobody can be asked for the API key: give it on standard input');
}

async function askForKey(): Promise<string> {
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message: 'API key', output: process.stderr });
  if (isCancel(answer)) throw new OperatorError('cancelled', 'cancelled');
  // An empty line is answered with nothing at all.
  return answer ?? '';
}

async function readPipedKey(stdin: Readable): Promise<string> {
  const lines = readLines(stdin);
  const { value: line, done } = await lines.next();
  if (done)
    throw new OperatorError(
      'input_invalid',
      "no API key on standard input: give it there, as by '< key.txt', or run the command at a terminal",
    );
  if (!(await lines.next()).done)
    throw new OperatorError(
      'input_invalid',
      'more than one line on standard input, where one API key was expected',
    );
  return line;
}

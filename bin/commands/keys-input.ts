import { isCancel, password as promptPassword } from '@clack/prompts';
import { OperatorError } from '../../server/operator/operator-error.ts';
import { readLines } from './read-lines.ts';

/** An API key: asked for without showing it, or the one line of standard input. Blanks around it are not part of one. */
export async function readKey(): Promise<string> {
  return (await (process.stdin.isTTY ? askForKey() : readPipedKey())).trim();
}

async function askForKey(): Promise<string> {
  const answer = await promptPassword({ message: 'API key', output: process.stderr });
  if (isCancel(answer)) throw new OperatorError('cancelled', 'cancelled');
  // An empty line is answered with nothing at all.
  return answer ?? '';
}

async function readPipedKey(): Promise<string> {
  const lines = readLines(process.stdin);
  const { value: line, done } = await lines.next();
  if (done) throw new OperatorError('input_invalid', 'no API key on standard input');
  if (!(await lines.next()).done)
    throw new OperatorError(
      'input_invalid',
      'more than one line on standard input, where one API key was expected',
    );
  return line;
}

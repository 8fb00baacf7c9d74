import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** Asks for a line, and hides what the user types unless it is `shown`. Undefined if the user cancels. */
export function ask(
  { stdin, stderr }: Terminal,
  name: string,
  shown = false,
): Promise<string | undefined> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = shown ? stderr : hidden;
  const lines = createInterface({ input: stdin, output, prompt: `${name}: `, terminal: true });
  if (shown) lines.prompt();
  else stderr.write(`${name}: `);
  // Whether the end of the line is on the screen.
  let isShown = false;
  return new Promise((resolve) => {
    // Ctrl-C and the end of the input close it without a line.
    lines.once('close', () => {
      if (!isShown) stderr.write('\n');
      resolve(undefined);
    });
    lines.once('line', (typed) => {
      isShown = shown;
      resolve(typed);
      lines.close();
    });
  });
}

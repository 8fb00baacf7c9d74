import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/** Asks for a secret, and does not show what the user types. Undefined if the user cancels. */
export function askSecret({ stdin, stderr }: Terminal, name: string): Promise<string | undefined> {
  stderr.write(`${name}: `);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: true });
  return new Promise((resolve) => {
    // Ctrl-C and the end of the input close it without a line.
    lines.once('close', () => {
      stderr.write('\n');
      resolve(undefined);
    });
    lines.once('line', (typed) => {
      resolve(typed);
      lines.close();
    });
  });
}

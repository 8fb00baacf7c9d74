import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import type { Command } from 'commander';

/** @param endWith sets the exit code of a command that succeeds with another result */
export type AddCommand = (terminal: Terminal, endWith: (code: number) => void) => Command;

interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Where a command reads and writes. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes a result to standard output. */
  print(text: string): void;
  /** Writes a result that cannot be retrieved again. @throws Error if it was not written */
  deliver(text: string): Promise<void>;
  /** Writes a message for people to standard error. */
  say(text: string): void;
  /** Whether a prompt is possible: input and prompts are at a terminal, and `--no-input` was not given. */
  mayAsk(): boolean;
  /** Asks for a line, and hides what the user types unless it is `shown`. `undefined` if the user cancels. */
  ask(question: string, shown?: boolean): Promise<string | undefined>;
}

export type Streams = Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>;

export function createTerminal(
  { stdin, stdout, stderr }: Streams,
  wantsInput: () => boolean,
): Terminal {
  return {
    stdin,
    stdout,
    stderr,
    print: (text) => void stdout.write(`${escapeControls(text)}\n`),
    deliver: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(`${escapeControls(text)}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    say: (text) => void stderr.write(`${escapeControls(text)}\n`),
    mayAsk: () => wantsInput() && stdin.isTTY === true && stderr.isTTY === true,
    ask: (question, shown = false) => ask({ stdin, stdout, stderr }, question, shown),
  };
}

/** Escapes control characters but tabs and line feeds as JSON does: a database could contain commands for a terminal. */
function escapeControls(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\t\n]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function ask(
  { stdin, stderr }: Streams,
  question: string,
  shown: boolean,
): Promise<string | undefined> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    output: shown ? stderr : hidden,
    prompt: `${question}: `,
    terminal: true,
  });
  if (shown) lines.prompt();
  else stderr.write(`${question}: `);

  return new Promise((resolve) => {
    let typed: string | undefined;
    lines.once('line', (line) => {
      typed = line;
      lines.close();
    });
    // Ctrl-C and the end of the input close it without a line.
    lines.once('close', () => {
      if (!shown || typed === undefined) stderr.write('\n');
      resolve(typed);
    });
  });
}

import type { Readable } from 'node:stream';
import { ask } from '../conformance/engine/terminal/ask.ts';
import type { Terminal } from '../conformance/engine/terminal/terminal.ts';
import { OperatorError } from '../server/operator-error.ts';

const lineFeed = 0x0a;

/** Reads the lines of a UTF-8 stream, each as soon as it is complete. Removes only the line feed. */
async function* readLines(stream: Readable): AsyncGenerator<string, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      yield decode(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield decode(rest);
}

// Invalid UTF-8 fails, and a byte order mark stays: every byte of a password counts.
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new OperatorError('input_invalid', 'standard input is not UTF-8');
  }
}

/** Reads secrets. They must not be arguments, because other users of the machine can see those. */
export interface SecretInput {
  secret(): Promise<string>;
  code(): Promise<string | undefined>;
  /** Fails if there is more input: a password with a line feed must not be cut without an error. */
  end(): Promise<void>;
  close(): void;
}

/** Lines as they arrive, so that a program can read the output before it sends the next line. */
export function createPipedInput(
  stream: Readable,
  name = 'password',
  file = 'password.txt',
): SecretInput {
  const lines = readLines(stream);
  const next = async () => {
    const { value, done } = await lines.next();
    return done ? undefined : value;
  };
  return {
    async secret() {
      const secret = await next();
      if (secret === undefined)
        throw new OperatorError(
          'input_invalid',
          `no ${name} on standard input: give it there, as in '< ${file}', or run the command at a terminal`,
        );
      if (name === 'password' && /^\ufeff|\r$/.test(secret))
        throw new OperatorError(
          'input_invalid',
          'standard input has a byte order mark or a carriage return, which nobody types: end the line with only a line feed',
        );
      return secret;
    },
    code: next,
    async end() {
      if ((await next()) === undefined) return;
      throw new OperatorError(
        'input_invalid',
        `more than one line on standard input: give only the ${name}`,
      );
    },
    close: () => stream.destroy(),
  };
}

export function createTerminalInput(terminal: Terminal): SecretInput {
  return {
    async secret() {
      const password = await prompt(terminal, 'Password');
      const again = await prompt(terminal, 'Repeat the password');
      if (password !== again) throw new OperatorError('input_invalid', 'the two passwords differ');
      return password;
    },
    code: async () => (await prompt(terminal, 'Code from the app', true)).trim(),
    end: async () => {},
    close: () => {},
  };
}

/** The secret of an input that has nothing else. */
export async function onlySecret(input: SecretInput): Promise<string> {
  const secret = await input.secret();
  await input.end();
  return secret;
}

/** Prompts at a terminal, and hides what the user types unless it is `shown`. @throws OperatorError cancelled */
export async function prompt(terminal: Terminal, question: string, shown = false): Promise<string> {
  const typed = await ask(terminal, question, shown);
  if (typed === undefined) throw new OperatorError('cancelled', 'cancelled');
  return typed;
}

import { OperatorError } from '../server/operator-error.ts';
import type { Terminal } from './terminal.ts';

/** Reads secrets. They are never arguments, because other users of the machine can see those. */
export interface SecretInput {
  /** @param what the secret is, for prompts and messages @throws OperatorError */
  secret(what: string): Promise<string>;
  /** A one-time code; `undefined` at the end of the input. */
  code(): Promise<string | undefined>;
  /** @throws OperatorError if there is more input: a password with a line feed must not be cut without an error */
  end(): Promise<void>;
}

/** Prompts at a terminal, otherwise reads lines of standard input. */
export function openInput(terminal: Terminal): SecretInput {
  if (terminal.mayAsk()) return promptInput(terminal);
  if (terminal.stdin.isTTY) {
    throw new OperatorError('the command cannot prompt for a secret: give it on standard input');
  }
  return pipedInput(terminal);
}

function promptInput({ ask }: Terminal): SecretInput {
  return {
    secret: async (what) => {
      const secret = await ask(what);
      if (secret === undefined) throw new OperatorError('cancelled');
      if (what !== 'Password') return secret;
      if ((await ask('Repeat the password')) === secret) return secret;
      throw new OperatorError('the two passwords differ');
    },
    code: async () => (await ask('Code from the app', true))?.trim(),
    end: async () => {},
  };
}

/** Each line as soon as it is complete, so that a program can read the output before it sends the next one. */
function pipedInput({ stdin }: Terminal): SecretInput {
  const lines = readLines(stdin);
  const next = async () => {
    const { value, done } = await lines.next();
    return done ? undefined : value;
  };
  return {
    secret: async (what) => {
      const secret = await next();
      if (secret === undefined) {
        throw new OperatorError(`there is no ${what.toLowerCase()} on standard input`);
      }
      if (/^\ufeff|\r$/.test(secret)) {
        throw new OperatorError(
          'standard input has a byte order mark or a carriage return: remove it, and end the line with only a line feed',
        );
      }
      return secret;
    },
    code: async () => (await next())?.trim(),
    end: async () => {
      if ((await next()) !== undefined) {
        throw new OperatorError('there is more than one line on standard input');
      }
      stdin.destroy();
    },
  };
}

const lineFeed = 0x0a;

async function* readLines(stream: Terminal['stdin']): AsyncGenerator<string, undefined> {
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
    throw new OperatorError('standard input is not UTF-8', { cause });
  }
}

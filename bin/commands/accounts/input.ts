import type { Readable } from 'node:stream';
import { OperatorError } from '../../../server/operator-error.ts';
import { readLines } from '../../read-lines.ts';

/** Reads secrets. They must not be arguments, because other users of the machine can see those. */
export interface SecretInput {
  newPassword(): Promise<string>;
  /** Returns a code from an authenticator app; `undefined` at the end of the input. */
  code(): Promise<string | undefined>;
  /** Fails if there is more input: a password with a line feed must not be cut without an error. */
  end(): Promise<void>;
  close(): void;
}

/** Lines as they arrive, so that a program can read the output of the command before it sends the next line. */
export function createPipedInput(stream: Readable): SecretInput {
  const lines = readLines(stream);
  const next = async () => {
    const { value, done } = await lines.next();
    return done ? undefined : value;
  };
  return {
    async newPassword() {
      const password = await next();
      if (password === undefined)
        throw new OperatorError(
          'input_invalid',
          "no password on standard input: give it there, as in '< password.txt', or run the command at a terminal",
        );
      return password;
    },
    code: next,
    async end() {
      if ((await next()) === undefined) return;
      throw new OperatorError(
        'input_invalid',
        'more than one line on standard input: give only the password',
      );
    },
    close: () => stream.destroy(),
  };
}

// Prompts go to standard error: standard output is for the result of the command.
const output = process.stderr;

/** Prompts at a terminal. */
export function createTerminalInput(): SecretInput {
  return {
    async newPassword() {
      const password = await ask((prompts) => prompts.password({ message: 'Password', output }));
      const again = await ask((prompts) => prompts.password({ message: 'Repeat the password', output }));
      if (password !== again) throw new OperatorError('input_invalid', 'the two passwords differ');
      return password;
    },
    code: async () => (await ask((prompts) => prompts.text({ message: 'Code from the app', output }))).trim(),
    end: async () => {},
    close: () => {},
  };
}

export function askWhetherTo(message: string): Promise<boolean> {
  return ask((prompts) => prompts.confirm({ message, initialValue: false, output }));
}

export async function ask<Typed>(
  prompt: (prompts: typeof import('@clack/prompts')) => Promise<Typed | symbol>,
): Promise<Exclude<Typed, symbol>> {
  // Imported here, because Node before 22.12 can't require it.
  const prompts = await import('@clack/prompts');
  const typed = await prompt(prompts);
  if (prompts.isCancel(typed)) throw new OperatorError('cancelled', 'cancelled');
  // The prompt returns undefined for an empty line.
  return (typed ?? '') as Exclude<Typed, symbol>;
}

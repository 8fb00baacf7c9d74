import type { Readable } from 'node:stream';
import {
  isCancel,
  confirm as promptConfirm,
  password as promptPassword,
  text as promptText,
} from '@clack/prompts';
import { OperatorError } from '../../../server/operator-error.ts';
import { readLines } from '../../read-lines.ts';

/** Where a command gets what must not be in its arguments, which other users of the machine can see. */
export interface SecretInput {
  newPassword(): Promise<string>;
  /** A code from an authenticator app; `undefined` when no more will come. */
  code(): Promise<string | undefined>;
  /** Fails if more came than was asked for: a password that holds a line feed must not be cut in silence. */
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
          "no password on standard input: give it there, as by '< password.txt', or run the command at a terminal",
        );
      return password;
    },
    code: next,
    async end() {
      if ((await next()) === undefined) return;
      throw new OperatorError(
        'input_invalid',
        'more than one line on standard input, where one password was expected',
      );
    },
    close: () => stream.destroy(),
  };
}

// Questions go to standard error: standard output is for what the command answers.
const output = process.stderr;

/** A person at a terminal. */
export function createTerminalInput(): SecretInput {
  return {
    async newPassword() {
      const password = typedValue(await promptPassword({ message: 'Password', output }));
      const again = typedValue(await promptPassword({ message: 'Password, once more', output }));
      if (password !== again) throw new OperatorError('input_invalid', 'the two passwords differ');
      return password;
    },
    code: async () => typedValue(await promptText({ message: 'Code shown by the app', output })).trim(),
    end: async () => {},
    close: () => {},
  };
}

export async function askWhetherTo(message: string): Promise<boolean> {
  return typedValue(await promptConfirm({ message, initialValue: false, output }));
}

function typedValue<Typed>(typed: Typed | symbol): Exclude<Typed, symbol> {
  if (isCancel(typed)) throw new OperatorError('cancelled', 'cancelled');
  // The prompt returns undefined for an empty line.
  return (typed ?? '') as Exclude<Typed, symbol>;
}

import { dirname, resolve } from 'node:path';
import { SeverityError } from '../diff/severities.ts';
import { SuppressionError } from '../diff/suppressions.ts';
import { DocumentError } from '../document/model/api-document.ts';
import type { Header } from '../http/request.ts';
import { emptyProfile, type Profile } from '../profile/profile.ts';
import { ProfileError, readProfile } from '../profile/read-profile.ts';
import { BaselineError } from '../run/baseline.ts';
import { profilePartsOf, type RunnableSuite } from '../suite.ts';
import { ask } from '../terminal/ask.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { type CertificateOption, readCertificates } from './connect.ts';
import type { TestOptions } from './options.ts';
import { readTextFile } from './read-text-file.ts';

/** Asks for a secret. @throws UsageError if the user cancels. */
export type Prompt = (name: string) => Promise<string>;

export function promptAt(terminal: Terminal): Prompt | undefined {
  return terminal.mayAsk() ? (name) => askSecret(terminal, name) : undefined;
}

export async function readProfileFile(
  { environment, prompt }: Pick<Terminal, 'environment'> & { readonly prompt: Prompt | undefined },
  { profile: file, ...connection }: Pick<TestOptions, 'profile' | CertificateOption>,
  suites: readonly RunnableSuite[],
): Promise<Profile> {
  if (file === undefined) return emptyProfile;
  const sources = {
    environment,
    folder: dirname(resolve(file)),
    prompt,
    connection: await readCertificates(connection),
  };
  return readAndParse(file, (text) => readProfile(text, sources, profilePartsOf(suites)));
}

/** @throws UsageError if the file cannot be read, or has an error. */
export async function readAndParse<Result>(
  file: string,
  parse: (text: string) => Result | Promise<Result>,
): Promise<Result> {
  const text = await readTextFile(file);
  return asUsage(() => parse(text));
}

/** @throws UsageError if `read` finds an error in a file. */
export async function asUsage<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    const isInFile = [
      DocumentError,
      ProfileError,
      BaselineError,
      SuppressionError,
      SeverityError,
    ].some((kind) => cause instanceof kind);
    if (isInFile && cause instanceof Error) throw new UsageError(cause.message, { cause });
    throw cause;
  }
}

export function readHeaders(lines: readonly string[]): Header[] {
  return lines.map((line) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError('--header must have the form "Name: value"');
    return [name, value];
  });
}

async function askSecret(terminal: Terminal, name: string): Promise<string> {
  const typed = await ask(terminal, name);
  if (typed === undefined) throw new UsageError('cancelled at the prompt');
  return typed;
}

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Header } from '../../../conformance/http/request.ts';
import { createTarget, type Target, type TargetOptions } from '../../../conformance/http/target.ts';
import { emptyProfile, type Profile } from '../../../conformance/profile/profile.ts';
import { readProfile } from '../../../conformance/profile/read-profile.ts';
import { readBaseline } from '../../../conformance/run/baseline.ts';
import type { KnownFailure } from '../../../conformance/run/judge.ts';
import { UsageError } from '../../output/usage-error.ts';
import type { Output, Terminal } from '../../terminal.ts';

export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`cannot read ${file}`, { cause });
  }
}

export async function readProfileFile(
  { environment, mayAsk, stderr }: Terminal,
  file: string | undefined,
): Promise<Profile> {
  if (file === undefined) return emptyProfile;
  return readProfile(await readTextFile(file), {
    environment,
    folder: dirname(resolve(file)),
    prompt: mayAsk() ? (name) => askSecret(name, stderr) : undefined,
  });
}

export async function readBaselineFile(file: string | undefined): Promise<readonly KnownFailure[]> {
  return file === undefined ? [] : readBaseline(await readTextFile(file));
}

export function readHeaders(lines: readonly string[]): Header[] {
  return lines.map((line) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError('--header must have the form "Name: value"');
    return [name, value];
  });
}

async function askSecret(name: string, output: Output): Promise<string> {
  const { isCancel, password } = await import('@clack/prompts');
  const typed = await password({ message: name, output });
  if (isCancel(typed)) throw new UsageError('cancelled at the prompt');
  return typed;
}

/** @throws UsageError if the base URL cannot be used. */
export function openTarget(baseUrl: string, options: Omit<TargetOptions, 'baseUrl'>): Target {
  try {
    return createTarget({ baseUrl, ...options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

import { DocumentError } from '../../conformance/document/document.ts';
import { ProfileError } from '../../conformance/profile/read.ts';
import { BaselineError } from '../../conformance/run/baseline.ts';
import { createTarget, type Target, type TargetOptions } from '../../conformance/target.ts';
import { UsageError } from './test-inputs.ts';

/** @throws UsageError when the base address cannot be used. */
export function openTarget(baseUrl: string, options: Omit<TargetOptions, 'baseUrl'>): Target {
  try {
    return createTarget({ baseUrl, ...options });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Tells what is wrong with a command, its files or its address in a line each, with exit code 2. */
export async function reportUsage(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUsage(error)) throw error;
    for (const line of error.message.split('\n')) process.stderr.write(`error: ${line}\n`);
    process.exitCode = 2;
  }
}

function isUsage(error: unknown): error is Error {
  return [UsageError, ProfileError, DocumentError, BaselineError].some((kind) => error instanceof kind);
}

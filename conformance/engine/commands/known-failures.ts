import type { KnownFailure } from '../run/judge.ts';

/** The failures of the baseline. What reads it is only loaded where there is one: a command without it starts sooner. */
export async function knownFailures(file: string | undefined): Promise<readonly KnownFailure[]> {
  if (file === undefined) return [];
  const { readBaselineFile } = await import('./baseline-file.ts');
  return readBaselineFile(file);
}

import type { RunResult } from './run/run-checks.ts';

/** 0 passed, 1 failed, 3 inconclusive. (2 is for the command line's own errors.) */
export function exitCode({ outcomes, stopReason }: Pick<RunResult, 'outcomes' | 'stopReason'>): 0 | 1 | 3 {
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  if (kinds.has('failed')) return 1;
  if (stopReason !== undefined || kinds.has('error')) return 3;
  return outcomes.some(({ kind }) => kind !== 'skipped') ? 0 : 3;
}

import type { RunResult } from './run.ts';

/** 0 kept, 1 broken, 3 could not be tested. (2 is for the command line's own errors.) */
export function exitCode({ outcomes, untestable }: Pick<RunResult, 'outcomes' | 'untestable'>): 0 | 1 | 3 {
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  if (kinds.has('failed')) return 1;
  if (untestable !== undefined || kinds.has('error')) return 3;
  return outcomes.some(({ kind }) => kind !== 'notRun') ? 0 : 3;
}

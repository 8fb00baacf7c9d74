import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Report } from '../report/report.ts';
import { readBaseline, writeBaseline } from '../run/baseline.ts';
import type { KnownFailure } from '../run/judge.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fileError } from '../terminal/usage-error.ts';
import { readAndParse } from './inputs.ts';
import type { TestOptions } from './options.ts';

export const readBaselineFile = (file: string): Promise<readonly KnownFailure[]> =>
  readAndParse(file, readBaseline);

/** Overwrites a file only if it is the baseline of this run, whose reasons are kept. */
export async function writeBaselineFile(
  { say }: Pick<Terminal, 'say'>,
  report: Report,
  known: readonly KnownFailure[],
  { baseline, writeBaseline: file = '' }: TestOptions,
): Promise<void> {
  const flag = baseline !== undefined && resolve(baseline) === resolve(file) ? 'w' : 'wx';
  try {
    await writeFile(file, writeBaseline(report, known), { flag });
  } catch (cause) {
    throw fileError('write', file, cause);
  }
  say(`Wrote ${file}. Give each entry its reason, then pass --baseline ${file}.`);
}

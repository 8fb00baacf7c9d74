import { realClock } from './check.ts';
import { skipOperations, targetWithSettings } from './profile/operation-settings.ts';
import type { Entry, RunHead } from './report/entry.ts';
import { keepJournal } from './report/journal.ts';
import { runChecks } from './run/run-checks.ts';
import type { RunOptions } from './run/run-options.ts';

/** How the report of a run names the run. */
export interface RunNames
  extends Pick<RunHead, 'tool'>,
    Partial<Pick<RunHead, 'document' | 'replayed'>> {
  /** Whether the run passes although the profile lacks what checks need. @default false */
  readonly allowSkipped?: boolean | undefined;
  /** The shell command that repeats the run. @default the tool with the target and the seed */
  readonly rerun?: string | undefined;
}

/** Runs suites against a target, writes the journal of the run, and closes the target. */
export async function performRun(
  options: Omit<RunOptions, 'onEvent'>,
  { tool, document, replayed, rerun, allowSkipped = false }: RunNames,
  write: (entry: Entry) => void,
): Promise<void> {
  const {
    target: given,
    profile,
    secrets,
    suites: all,
    seed,
    strict = false,
    wire = false,
    clock = realClock,
  } = options;
  const suites = skipOperations(all, profile);
  const declared = all.flatMap((suite) => suite.declared ?? []);
  const target = targetWithSettings(given, declared, profile, secrets);
  const { baseUrl } = target;
  const startedAt = new Date(clock.now()).toISOString();
  const head = { tool, document, seed, strict, wire, startedAt, allowSkipped, replayed };
  write({ type: 'started', ...head, target: secrets.mask(baseUrl) });
  const onEvent = keepJournal({ baseUrl, profile, secrets, suites, tool, seed, rerun }, write);
  try {
    await runChecks({ ...options, suites, target, onEvent });
  } finally {
    target.close();
  }
}

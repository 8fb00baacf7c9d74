import type { Check, CheckContext } from '../check.ts';
import { CannotTestError, CheckFailure, CheckSkipped, type Failure, type Outcome } from '../outcome.ts';
import { type JudgeOptions, judge, toOutcome } from './judge.ts';
import { asList } from './watch-exchanges.ts';

type Figures = Pick<Outcome, 'notes' | 'requests' | 'durationMs'>;

export interface Put {
  tell(figures: Figures): Outcome;
  /** Why no other check needs to be put. */
  readonly stopReason?: string;
}

/** Puts the question of a check; whatever it returns or throws becomes an outcome. */
export async function runCheck(
  check: Check,
  context: CheckContext,
  judgeOptions: JudgeOptions,
): Promise<Put> {
  const judged = (failures: readonly Failure[]): Put => {
    const all = failures.map((failure) => judge(check, failure, judgeOptions));
    return { tell: (figures) => toOutcome(check, all, figures) };
  };
  const without = (kind: 'skipped' | 'error', reason: string): Put => ({
    tell: (figures) => ({ check: check.id, kind, failures: [], reason, ...figures }),
  });
  try {
    return judged(asList(await check.run(context)));
  } catch (error) {
    if (error instanceof CheckFailure) return judged(error.failures);
    if (error instanceof CheckSkipped) return without('skipped', error.reason);
    if (error instanceof CannotTestError) {
      return { ...without('skipped', error.message), stopReason: error.message };
    }
    return without('error', describeError(error));
  }
}

/** An error in the tool, with where it is. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import type { Check, CheckContext } from '../check.ts';
import { CheckFailure, type Failure, NotRun, type Outcome, Untestable } from '../outcome.ts';
import { type Judging, judge, sumUp } from './judge.ts';
import { asList } from './watch.ts';

type Figures = Pick<Outcome, 'notes' | 'requests' | 'durationMs'>;

export interface Put {
  tell(figures: Figures): Outcome;
  /** Why no other check needs to be put. */
  readonly untestable?: string;
}

/** Puts the question of a check; whatever it returns or throws becomes an outcome. */
export async function putCheck(check: Check, context: CheckContext, judging: Judging): Promise<Put> {
  const judged = (failures: readonly Failure[]): Put => {
    const all = failures.map((failure) => judge(check, failure, judging));
    return { tell: (figures) => sumUp(check, all, figures) };
  };
  const without = (kind: 'notRun' | 'error', reason: string): Put => ({
    tell: (figures) => ({ check: check.id, kind, failures: [], reason, ...figures }),
  });
  try {
    return judged(asList(await check.run(context)));
  } catch (error) {
    if (error instanceof CheckFailure) return judged(error.failures);
    if (error instanceof NotRun) return without('notRun', error.reason);
    if (error instanceof Untestable) {
      return { ...without('notRun', error.message), untestable: error.message };
    }
    return without('error', inFull(error));
  }
}

/** A fault of the tool, with where it is. */
export function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import type { CheckContext, ResponseCheck, Verdict, Watcher } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Failure, JudgedFailure, Outcome } from '../outcome.ts';
import { type JudgeOptions, judge, toOutcome } from './judge.ts';

export interface Watch {
  inspect(exchange: Exchange): void;
  end(): Outcome[];
}

// The same break shows in every answer: a few tell it, the count tells the rest.
const mostAlike = 3;

export function watchExchanges(
  responseChecks: readonly ResponseCheck[],
  context: CheckContext,
  judgeOptions: JudgeOptions,
): Watch {
  const watched = responseChecks.map((rule) => ({
    rule,
    watcher: rule.watch(context),
    failures: [] as JudgedFailure[],
    alike: new Map<string, number>(),
    seen: 0,
    error: undefined as unknown,
  }));
  type Watched = (typeof watched)[number];

  const take = (one: Watched, put: (watcher: Watcher) => Verdict) => {
    try {
      for (const failure of asList(put(one.watcher))) {
        const key = failure.key ?? `${failure.expected} / ${failure.got}`;
        const count = (one.alike.get(key) ?? 0) + 1;
        one.alike.set(key, count);
        if (count <= mostAlike) one.failures.push(judge(one.rule, failure, judgeOptions));
      }
    } catch (error) {
      one.error = error;
    }
  };

  return {
    inspect: (exchange) => {
      for (const one of watched) {
        if (exchange.response) one.seen += 1;
        take(one, (watcher) => watcher.inspect(exchange));
      }
    },
    end: () =>
      watched.map((one): Outcome => {
        take(one, (watcher) => watcher.end?.());
        const more = [...one.alike].filter(([, count]) => count > mostAlike);
        const run = {
          notes: more.map(([key, count]) => `${count} answers: ${key}`),
          requests: one.seen,
          durationMs: 0,
        };
        if (one.error !== undefined) {
          return { check: one.rule.id, kind: 'error', failures: [], reason: String(one.error), ...run };
        }
        if (one.seen === 0) {
          return {
            check: one.rule.id,
            kind: 'skipped',
            failures: [],
            reason: 'there was no answer to look at',
            ...run,
          };
        }
        return toOutcome(one.rule, one.failures, run);
      }),
  };
}

export function asList(verdict: Verdict): readonly Failure[] {
  if (verdict === undefined) return [];
  return 'expected' in verdict ? [verdict] : verdict;
}

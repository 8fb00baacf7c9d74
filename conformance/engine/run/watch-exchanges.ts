import {
  type CheckContext,
  type Judgement,
  notJudged,
  type ResponseCheck,
  type Rule,
  type Verdict,
  type Watcher,
} from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Failure, Outcome } from '../outcome.ts';
import { type JudgeOptions, judge, toOutcome } from './judge.ts';

interface Watched {
  readonly rule: Rule;
  readonly watcher: Watcher;
  readonly kinds: Map<string, { count: number; shown: readonly Failure[] }>;
  judged: number;
  error: unknown;
}

// One error in a server shows in every response. The report has a few of them, and their number.
const maxOfAKind = 3;

export function watchExchanges(
  responseChecks: readonly ResponseCheck[],
  context: CheckContext,
  judgeOptions: JudgeOptions,
  sender: () => string | undefined,
) {
  const watched = responseChecks.map(
    (rule): Watched => ({
      rule,
      watcher: rule.watch(context),
      kinds: new Map(),
      judged: 0,
      error: undefined,
    }),
  );
  const collect = (one: Watched, inspect: () => Judgement, exchange?: Exchange) => {
    try {
      const verdict = inspect();
      if (verdict === notJudged) return;
      one.judged += 1;
      for (const failure of asList(verdict)) {
        const key = failure.key ?? `${failure.expected} / ${failure.got}`;
        const { count, shown } = one.kinds.get(key) ?? { count: 0, shown: [] };
        const sentBy = failure.exchanges.at(-1) === exchange ? sender() : undefined;
        const found = sentBy === undefined ? failure : { ...failure, sentBy };
        one.kinds.set(key, {
          count: count + 1,
          shown: [...shown, found].sort(byRequest).slice(0, maxOfAKind),
        });
      }
    } catch (error) {
      one.error = error;
    }
  };
  return {
    inspect: (exchange: Exchange) => {
      for (const one of watched) collect(one, () => one.watcher.inspect(exchange), exchange);
    },
    end: () =>
      watched.map((one) => {
        collect(one, () => (one.watcher.end ? one.watcher.end() : notJudged));
        return { rule: one.rule, outcome: outcomeOf(one, judgeOptions) };
      }),
  };
}

// Checks run in parallel, so their responses come in another order in each run.
function byRequest(one: Failure, other: Failure): number {
  const [a, b] = [firstRequest(one), firstRequest(other)];
  return a < b ? -1 : Number(a > b);
}

function firstRequest({ exchanges: [exchange] }: Failure): string {
  return exchange ? `${exchange.request.method} ${exchange.request.target}` : '';
}

function outcomeOf({ rule, kinds, judged, error }: Watched, judgeOptions: JudgeOptions): Outcome {
  const frequent = [...kinds].filter(([, { count }]) => count > maxOfAKind);
  const figures = {
    notes: frequent.map(([key, { count }]) => `occurred in ${count} responses: ${key}`).sort(),
    requests: judged,
    durationMs: 0,
  };
  const without = { check: rule.id, failures: [], ...figures };
  if (error !== undefined) return { ...without, kind: 'error', reason: String(error) };
  if (judged === 0) {
    const reason = 'no response in this run to which the rule applies';
    return { ...without, kind: 'skipped', reason, skipped: 'nothing' };
  }
  const shown = [...kinds.values()].flatMap((kind) => kind.shown).sort(byRequest);
  const failures = shown.map((failure) => judge(rule, failure, judgeOptions));
  return toOutcome(rule, failures, figures);
}

export function asList(verdict: Verdict): readonly Failure[] {
  if (verdict === undefined) return [];
  return 'expected' in verdict ? [verdict] : verdict;
}

// The request that ended the server loses its connection first, then those that were under way.
const maxListed = 8;

/** Errors after which the server may have read the request, or a part of it. */
const mayHaveArrived: ReadonlySet<string> = new Set(['reset', 'closed', 'timeout']);

/** Remembers the requests that had no response when the server stopped responding, so that a report can list them. */
export function trackLostRequests() {
  let lost: { readonly exchange: Exchange; readonly end: number }[] = [];
  return {
    inspect: (exchange: Exchange) => {
      const { startedAt, durationMs, response, error } = exchange;
      // A server that responds to a later request has survived the earlier ones.
      if (response !== undefined) lost = lost.filter(({ end }) => startedAt <= end);
      else if (error !== undefined && mayHaveArrived.has(error.kind))
        lost = [...lost, { exchange, end: startedAt + durationMs }].slice(0, maxListed);
    },
    /** The first exchanges without a response, when none has come since. */
    list: () => lost.map(({ exchange }) => exchange),
  };
}

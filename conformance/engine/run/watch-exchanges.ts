import {
  type CheckContext,
  type Judgement,
  notJudged,
  type ResponseCheck,
  type Verdict,
  type Watcher,
} from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Failure, Outcome } from '../outcome.ts';
import { isFinding, notReported } from './confirm.ts';
import { type JudgeOptions, judge, toOutcome } from './judge.ts';

/** Findings with the same key. */
interface Kind {
  readonly count: number;
  readonly shown: readonly Failure[];
  /** The first one since the last attempt to confirm it. */
  readonly doubtful?: Failure | undefined;
  /** Why each attempt in vain may have been in vain. */
  readonly vain: readonly string[];
  readonly isConfirmed: boolean;
}

interface Watched {
  readonly rule: ResponseCheck;
  readonly watcher: Watcher;
  readonly kinds: Map<string, Kind>;
  /** Failures of other kinds, of which nothing is kept. */
  others: number;
  judged: number;
  error: unknown;
}

/** A finding that is reported only if it is confirmed, or cannot be. */
export interface Doubt {
  readonly failure: Failure;
  isConfirmed(): boolean;
  /** It need not, or cannot, be confirmed. */
  confirm(): void;
  /** It did not happen again. */
  doubt(explanation: string): void;
}

// One error in a server shows in every response. The report has a few of them, and their number.
const maxOfAKind = 3;
const maxKinds = 100;
/** Of all rules. A server may send another error, and as much of it as it likes, in each response. */
const maxKeptBytes = 64 * 1024 * 1024;

// What happens once more after so many attempts in vain does recur, if not in each response.
const mostAttempts = 3;

export function watchExchanges(
  responseChecks: readonly ResponseCheck[],
  context: CheckContext,
  judgeOptions: JudgeOptions,
  sender: () => string | undefined,
) {
  let isAlone = false;
  const watched = responseChecks.map(
    (rule): Watched => ({
      rule,
      watcher: rule.watch(context),
      kinds: new Map(),
      others: 0,
      judged: 0,
      error: undefined,
    }),
  );
  let keptBytes = 0;
  const add = (one: Watched, failure: Failure) => {
    const { rule, kinds } = one;
    const key = failure.key ?? `${failure.expected} / ${failure.got}`;
    const known = kinds.get(key);
    if (isAlone && known !== undefined) return void kinds.set(key, { ...known, isConfirmed: true });
    if (keptBytes > maxKeptBytes || (known === undefined && kinds.size >= maxKinds)) {
      if (known === undefined) one.others += 1;
      else kinds.set(key, { ...known, count: known.count + 1 });
      return;
    }
    const { count = 0, shown = [], vain = [], doubtful, isConfirmed = false } = known ?? {};
    const needsNone = rule.isRepeatable !== true || !isFinding(judge(rule, failure, judgeOptions));
    if (count < maxOfAKind) keptBytes += sizeOf(failure);
    kinds.set(key, {
      count: count + 1,
      shown: [...shown, failure].sort(bySizeAndRequest).slice(0, maxOfAKind),
      doubtful: doubtful === undefined || isLarge(doubtful) ? failure : doubtful,
      vain,
      isConfirmed: isConfirmed || needsNone,
    });
  };
  const collect = (one: Watched, inspect: () => Judgement, exchange?: Exchange) => {
    try {
      const verdict = inspect();
      if (verdict === notJudged) return;
      one.judged += 1;
      for (const failure of asList(verdict)) {
        const sentBy = failure.exchanges.at(-1) === exchange ? sender() : undefined;
        add(one, sentBy === undefined ? failure : { ...failure, sentBy });
      }
    } catch (error) {
      one.error = error;
    }
  };
  const doubtsOf = ({ kinds }: Watched): Doubt[] =>
    [...kinds].flatMap(([key, { doubtful, vain, isConfirmed }]) => {
      if (doubtful === undefined || isConfirmed || vain.length >= mostAttempts) return [];
      const change = (more: (kind: Kind) => Partial<Kind>) => {
        const kind = kinds.get(key);
        if (kind) kinds.set(key, { ...kind, ...more(kind) });
      };
      return {
        failure: doubtful,
        isConfirmed: () => kinds.get(key)?.isConfirmed === true,
        confirm: () => change(() => ({ isConfirmed: true })),
        doubt: (explanation) =>
          change(({ vain }) => ({ doubtful: undefined, vain: [...vain, explanation] })),
      };
    });
  /** Until now. */
  const outcomes = () =>
    watched.map((one) => ({ rule: one.rule, outcome: outcomeOf(one, judgeOptions) }));
  return {
    inspect: (exchange: Exchange) => {
      for (const one of watched) collect(one, () => one.watcher.inspect(exchange), exchange);
    },
    /** Findings since the last call that have not been confirmed. */
    doubts: (): readonly Doubt[] => watched.flatMap(doubtsOf),
    /** While nothing else runs: what was found before and is found again is confirmed. */
    alone: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      isAlone = true;
      return work().finally(() => {
        isAlone = false;
      });
    },
    outcomes,
    end: () => {
      for (const one of watched)
        collect(one, () => (one.watcher.end ? one.watcher.end() : notJudged));
      return outcomes();
    },
  };
}

function sizeOf({ exchanges }: Failure): number {
  const sizes = exchanges.map(({ request, response }) => {
    return request.bytes.length + (response?.bytes.length ?? 0) + (response?.body.length ?? 0);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

const largeBytes = 100_000;

const isLarge = (failure: Failure) => sizeOf(failure) > largeBytes;

/**
 * What is kept to the end of the run is small if possible. Checks run in parallel, so their responses come in another order in
 * each run.
 */
function bySizeAndRequest(one: Failure, other: Failure): number {
  const [a, b] = [firstRequest(one), firstRequest(other)];
  return Number(isLarge(one)) - Number(isLarge(other)) || (a < b ? -1 : Number(a > b));
}

function firstRequest({ exchanges: [exchange] }: Failure): string {
  return exchange ? `${exchange.request.method} ${exchange.request.target}` : '';
}

function outcomeOf(
  { rule, kinds, others, judged, error }: Watched,
  judgeOptions: JudgeOptions,
): Outcome {
  const isReported = ({ doubtful, isConfirmed }: Kind) => isConfirmed || doubtful !== undefined;
  const reported = [...kinds].filter(([, kind]) => isReported(kind));
  const frequent = reported.filter(([, { count }]) => count > maxOfAKind);
  const figures = {
    notes: [
      ...frequent.map(([key, { count }]) => `occurred in ${count} responses: ${key}`).sort(),
      ...[...kinds.values()].flatMap((kind) => (isReported(kind) ? [] : notesOf(kind))).sort(),
      ...(others > 0 ? [`${others} more failures differ in other ways, which are not listed`] : []),
    ],
    requests: judged,
    durationMs: 0,
  };
  const without = { check: rule.id, failures: [], ...figures };
  if (error !== undefined) return { ...without, kind: 'error', reason: String(error) };
  if (judged === 0) {
    const reason = 'no response in this run to which the rule applies';
    return { ...without, kind: 'skipped', reason, skipped: 'nothing' };
  }
  const shown = reported.flatMap(([, kind]) => kind.shown).sort(bySizeAndRequest);
  const failures = shown.map((failure) => judge(rule, failure, judgeOptions));
  return toOutcome(rule, failures, figures);
}

function notesOf({ shown: [failure], vain }: Kind): string[] {
  if (failure === undefined) return [];
  return [notReported(failure, 'the request was sent again', [...new Set(vain)].join('; '))];
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

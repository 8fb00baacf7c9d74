import { type Check, hasResponse, type Rule } from '../check.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { isSafe } from '../not-sent.ts';
import type { Failure, JudgedFailure, Outcome } from '../outcome.ts';
import { toOutcome } from './judge.ts';

const findings: ReadonlySet<string> = new Set(['failed', 'warning', 'differs']);

/**
 * Whether a check runs a second time, alone, before its failures are reported. One that costs logins does not: a server allows few
 * of them. One of random requests has repeated its failure itself.
 */
export function mustConfirm({ operation, cost, needs }: Check, { failures }: Outcome): boolean {
  const isFree = cost.logins === 0 && cost.failures === 0;
  const isRepeated = needs.includes('fuzz');
  return (
    operation !== undefined &&
    isFree &&
    !isRepeated &&
    failures.some(({ kind }) => findings.has(kind))
  );
}

/** The outcome of a check that ran twice: a failure that did not recur is a note, which says what may explain it. */
export function confirmed(
  rule: Rule,
  first: Outcome,
  second: Outcome,
  explain: (failure: Failure) => string,
): Outcome {
  // It could not be repeated, which says nothing about what it found.
  if (second.kind === 'skipped' || second.kind === 'error') return first;
  const recurring = new Set(second.failures.map(nameOf));
  const isKept = (failure: JudgedFailure) =>
    !findings.has(failure.kind) || recurring.has(nameOf(failure));
  const notes = first.failures
    .filter((failure) => !isKept(failure))
    .map(
      (failure) =>
        `not reported, because it did not happen again when the check ran alone: ${failure.expected}, got ${failure.got} (${explain(failure)})`,
    );
  return toOutcome(rule, first.failures.filter(isKept), {
    notes: [...new Set([...first.notes, ...second.notes, ...notes])],
    requests: first.requests + second.requests,
    durationMs: first.durationMs + second.durationMs,
  });
}

const nameOf = ({ key, expected }: Failure) => key ?? expected;

interface Write {
  readonly request: SentRequest;
  readonly startedAt: number;
}

// A run with many paths needs the writes to one of them, not all.
const mostPaths = 1_000;

/** Remembers the last writes to each collection, to name the one after which a check failed. */
export function watchWrites() {
  const writes = new Map<string, readonly Write[]>();
  return {
    inspect: (exchange: Exchange) => {
      const { request, startedAt } = exchange;
      if (!hasResponse(exchange) || exchange.response.status >= 400) return;
      if (request.raw || isSafe(request.method)) return;
      const place = collectionOf(request);
      if (!writes.has(place) && writes.size >= mostPaths) return;
      writes.set(place, [...(writes.get(place) ?? []), { request, startedAt }].slice(-4));
    },
    /** The last write to the same collection that came before the requests of a failure. */
    before: ({ exchanges }: Failure): string | undefined => {
      const [first] = exchanges;
      const last = exchanges.at(-1);
      if (first === undefined || last === undefined) return undefined;
      const found = writes
        .get(collectionOf(last.request))
        ?.findLast(
          ({ request, startedAt }) => startedAt <= first.startedAt && request !== first.request,
        );
      return found && `${found.request.method} ${found.request.target}`;
    },
  };
}

/** `/rooms` of `/rooms` and of `/rooms/1`: what changes one may show in the other. */
function collectionOf({ target }: SentRequest): string {
  const [path = ''] = target.split('?');
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const isId = parts.length > 1 && /\d|%/.test(last);
  return parts.slice(0, isId ? -1 : undefined).join('/');
}

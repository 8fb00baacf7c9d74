import { type Check, hasResponse, type Rule } from '../check.ts';
import type { Exchange, SentRequest } from '../http/exchange.ts';
import { isSafe } from '../not-sent.ts';
import type { Failure, JudgedFailure, Outcome } from '../outcome.ts';
import { toOutcome } from './judge.ts';

const findings: ReadonlySet<string> = new Set(['failed', 'warning', 'differs']);

export function isFinding({ kind }: Pick<JudgedFailure, 'kind'>): boolean {
  return findings.has(kind);
}

/** Whether its requests may be sent once more. A server allows few logins. */
export function isFree({ cost }: Check): boolean {
  return cost.logins === 0 && cost.failures === 0;
}

/** Whether a check may run a second time. One of random requests repeats its failure itself. */
export function mayRunAgain(check: Check): boolean {
  return check.operation !== undefined && isFree(check) && !check.needs.includes('fuzz');
}

/** Whether a check runs a second time, alone, before its failures are reported. */
export function mustConfirm(check: Check, { failures }: Outcome): boolean {
  return mayRunAgain(check) && failures.some(isFinding);
}

/** What a report notes of a failure that did not recur. */
export function notReported({ expected, got }: Failure, when: string, why: string): string {
  return `not reported, because it did not happen again when ${when}: ${expected}, got ${got} (${why})`;
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
  const isKept = (failure: JudgedFailure) => !isFinding(failure) || recurring.has(nameOf(failure));
  const notes = first.failures
    .filter((failure) => !isKept(failure))
    .map((failure) => notReported(failure, 'the check ran alone', explain(failure)));
  return toOutcome(rule, first.failures.filter(isKept), {
    notes: [...new Set([...first.notes, ...second.notes, ...notes])],
    requests: first.requests + second.requests,
    durationMs: first.durationMs + second.durationMs,
  });
}

/** Two failures of a check with the same name are the same case. */
export const nameOf = ({ key, expected }: Failure): string => key ?? expected;

/** Without its body, which may have megabytes. */
interface Write extends Pick<Exchange, 'number' | 'startedAt'> {
  /** Its method and target. */
  readonly line: string;
}

// A run with many paths needs the writes to one of them, not all.
const mostPaths = 1_000;

/** Remembers the last writes to each collection, to name the one after which a check failed. */
export function watchWrites() {
  const writes = new Map<string, readonly Write[]>();
  return {
    inspect: (exchange: Exchange) => {
      const { request, number, startedAt } = exchange;
      if (!hasResponse(exchange) || exchange.response.status >= 400) return;
      if (request.raw || isSafe(request.method)) return;
      const place = collectionOf(request);
      if (!writes.has(place) && writes.size >= mostPaths) return;
      const line = `${request.method} ${request.target}`;
      writes.set(place, [...(writes.get(place) ?? []), { number, startedAt, line }].slice(-4));
    },
    /** The last write to the same collection that came before the requests of a failure. */
    before: ({ exchanges }: Failure): string | undefined => {
      const [first] = exchanges;
      const last = exchanges.at(-1);
      if (first === undefined || last === undefined) return undefined;
      return writes
        .get(collectionOf(last.request))
        ?.findLast(
          ({ number, startedAt }) => startedAt <= first.startedAt && number !== first.number,
        )?.line;
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

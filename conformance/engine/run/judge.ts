import { type Basis, bases } from '../basis.ts';
import type { Rule } from '../check.ts';
import {
  type Failure,
  type JudgedFailure,
  type Outcome,
  type OutcomeSummary,
  worstFirst,
} from '../outcome.ts';
import type { Waiver } from '../profile/profile.ts';
import { matches } from './select-checks.ts';

export interface KnownFailure {
  readonly check: string;
  /** A failure's key. When absent: all failures of the check, but not those of the basis `safety` that have a key. */
  readonly key?: string;
  readonly reason: string;
  /** The last day on which it excuses them, in UTC: `2027-01-31`. @default for ever */
  readonly expires?: string;
}

export interface JudgeOptions {
  readonly strict: boolean;
  readonly wire: boolean;
  readonly waivers: readonly Waiver[];
  readonly known: readonly KnownFailure[];
  /** Milliseconds since 1970, for entries that expire. */
  readonly now: number;
}

export function judge(rule: Rule, failure: Failure, judgeOptions: JudgeOptions): JudgedFailure {
  const basis = weaker(rule.basis, failure.basis);
  const kind = kindOf(basis, judgeOptions);
  if (kind === 'observed') return { ...failure, basis, kind };
  const entries = judgeOptions.known.filter(
    ({ check, key }) =>
      matches(rule.id, check) &&
      (key === failure.key ||
        (key === undefined && (basis !== 'safety' || failure.key === undefined))),
  );
  const known = entries.find((entry) => !isExpired(entry, judgeOptions.now));
  if (known) return { ...failure, basis, kind: 'known', reason: known.reason };
  // What the interface description shows cannot be waived. Without it there is no contract.
  const waiver =
    basis === 'shown'
      ? undefined
      : judgeOptions.waivers.find(({ check }) => matches(rule.id, check));
  if (waiver) return { ...failure, basis, kind: 'waived', reason: waiver.reason };
  const [expired] = entries;
  if (expired === undefined) return { ...failure, basis, kind };
  const until = `the baseline excused this until ${expired.expires}: ${expired.reason}`;
  const note = failure.note === undefined ? until : `${failure.note}; ${until}`;
  return { ...failure, basis, kind, note };
}

/** Whether the last day of an entry is over, in UTC. */
export function isExpired({ expires }: KnownFailure, now: number): boolean {
  return expires !== undefined && new Date(now).toISOString().slice(0, 10) > expires;
}

function weaker(own: Basis, given: Basis | undefined): Basis {
  return given !== undefined && bases.indexOf(given) > bases.indexOf(own) ? given : own;
}

function kindOf(
  basis: Basis,
  { strict, wire }: JudgeOptions,
): 'failed' | 'warning' | 'differs' | 'observed' {
  if (basis === 'observed') return 'observed';
  if (basis === 'decided' && !strict) return 'differs';
  return basis === 'wire' && !wire ? 'warning' : 'failed';
}

export function toOutcome(
  rule: Rule,
  failures: readonly JudgedFailure[],
  run: Pick<Outcome, 'notes' | 'requests' | 'durationMs'>,
): Outcome {
  const sorted = [...failures].sort(
    (a, b) => worstFirst.indexOf(a.kind) - worstFirst.indexOf(b.kind),
  );
  const { kind = 'passed', reason } = sorted[0] ?? {};
  return {
    check: rule.id,
    kind,
    failures: sorted,
    ...(reason !== undefined && { reason }),
    ...run,
  };
}

export function describeEntry({ check, key }: KnownFailure): string {
  return key === undefined ? check : `${check} (${key})`;
}

/** What they describe is fixed. A check of random requests shows that of no entry: another seed may fail. */
export function staleEntries(
  known: readonly KnownFailure[],
  outcomes: readonly OutcomeSummary[],
  isRandom: (check: string) => boolean,
  now: number,
): readonly KnownFailure[] {
  const shown = outcomes.filter(({ check, kind }) => kind !== 'skipped' && !isRandom(check));
  return known.filter((entry) => {
    const ran = shown.filter(({ check }) => matches(check, entry.check));
    const isUsed = ran.some(({ failures }) =>
      failures.some(
        ({ kind, key }) =>
          (kind === 'known' || isExpired(entry, now)) &&
          (entry.key === undefined || entry.key === key),
      ),
    );
    return ran.length > 0 && !isUsed;
  });
}

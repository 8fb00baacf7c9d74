import type { Basis } from '../basis.ts';
import type { Check, CheckContext, Cost, Need, Rule } from '../check.ts';
import { leavesVerdictOpen, type SkipCause } from '../outcome.ts';
import type { Profile } from '../profile/profile.ts';

export interface Selection {
  /** Ids, prefixes that end in `*`, or subjects (`login` for `login/…`). @default all */
  readonly only?: readonly string[];
  /** Like `only`. @default none */
  readonly skip?: readonly string[];
  /** @default all */
  readonly bases?: readonly Basis[];
}

export function isSelected(rule: Rule, { only = [], skip = [], bases }: Selection): boolean {
  if (bases !== undefined && !bases.includes(rule.basis)) return false;
  if (skip.some((pattern) => matches(rule.id, pattern))) return false;
  return only.length === 0 || only.some((pattern) => matches(rule.id, pattern));
}

export function matches(id: string, pattern: string): boolean {
  if (pattern.endsWith('*')) return id.startsWith(pattern.slice(0, -1));
  return id === pattern || id.startsWith(`${pattern}/`);
}

/** In a stage the checks without which there is no verdict come first, and among them the cheap ones. */
export function inOrder<Context extends CheckContext>(
  checks: readonly Check<Context>[],
): Check<Context>[] {
  return checks.toSorted(
    (a, b) =>
      (a.stage ?? 0) - (b.stage ?? 0) ||
      Number(isOptional(a)) - Number(isOptional(b)) ||
      price(a.cost) - price(b.cost) ||
      Number(a.exclusive ?? false) - Number(b.exclusive ?? false),
  );
}

function isOptional({ basis }: Pick<Rule, 'basis'>): boolean {
  return !leavesVerdictOpen(basis, 'missing');
}

// Servers allow far fewer failed logins than logins.
function price({ logins, failures }: Cost): number {
  return logins + failures * 5;
}

export interface Skip {
  readonly reason: string;
  readonly skipped: SkipCause;
}

interface Decided {
  readonly profile: Profile;
  readonly destructive?: boolean;
  readonly fuzz?: boolean;
}

export function unmetNeed(
  { id, needs }: Pick<Check, 'id' | 'needs'>,
  ofSuite: Readonly<Record<string, Need>> | undefined,
  { profile, destructive = false, fuzz = true }: Decided,
): Skip | undefined {
  const known: typeof ofSuite = {
    ...ofSuite,
    destructive: {
      isMet: () => destructive,
      missing: 'runs only with --destructive',
      optional: true,
    },
    fuzz: { isMet: () => fuzz, missing: 'generated requests are off (--no-fuzz)', optional: true },
  };
  for (const name of needs) {
    const need = known[name];
    if (need === undefined) throw new Error(`${id} needs ${name}, which its suite does not define`);
    if (!need.isMet(profile))
      return { reason: need.missing, skipped: need.optional ? 'choice' : 'missing' };
  }
  return undefined;
}

export function createBudget(budget: Profile['budget']) {
  const left = { ...budget };
  /** Takes the cost from the budget, or says what is missing. */
  return (cost: Cost): Skip | undefined => {
    const shortages = (['logins', 'failures'] as const).flatMap((name) =>
      cost[name] > left[name] ? [`${cost[name]} ${name}, ${left[name]} left`] : [],
    );
    if (shortages.length > 0) {
      const reason = `the budget of the profile is spent (needs ${shortages.join('; ')})`;
      return { reason, skipped: 'missing' };
    }
    left.logins -= cost.logins;
    left.failures -= cost.failures;
    return undefined;
  };
}

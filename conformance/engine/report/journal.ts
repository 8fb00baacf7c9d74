import type { Rule } from '../check.ts';
import { headerOf } from '../http/request.ts';
import type { Outcome } from '../outcome.ts';
import type { Profile } from '../profile/profile.ts';
import { describeEntry } from '../run/judge.ts';
import type { MadeEvent, RunEnd, RunEvent, RunStart } from '../run/run-options.ts';
import type { Secrets } from '../secrets.ts';
import { firstOf, type RunnableSuite } from '../suite.ts';
import { describeOutcome, maskAgain, type Reporting } from './describe-outcome.ts';
import { describeSource } from './describe-source.ts';
import type { Entry } from './entry.ts';
import type { ReportedCheck } from './report.ts';

interface JournalOptions extends Omit<Reporting, 'labelOf'> {
  readonly profile: Pick<Profile, 'headers' | 'passphrase'>;
}

/** Writes the journal of a run from its events. It contains no secret that is remembered when the run ends. */
export function keepJournal(
  options: JournalOptions,
  write: (entry: Entry) => void,
): (event: RunEvent) => void {
  const { secrets, suites, profile } = options;
  const labelOf = describeOnce(suites, write);
  const written = new Map<string, Written>();

  const writeOutcome = (rule: Rule, outcome: Outcome) => {
    const check = describeOutcome(rule, outcome, { ...options, labelOf });
    written.set(check.id, { check, secrets: secrets.names().length });
    write({ type: 'outcome', check });
  };

  return (event) => {
    switch (event.type) {
      case 'started':
        return writePlan(event, labelOf, write);
      case 'checking':
        return write({ type: 'checking', check: event.rule.id });
      case 'waiting':
        return write({ ...event, reason: secrets.mask(event.reason) });
      case 'outcome':
        return writeOutcome(event.rule, event.outcome);
      case 'progress':
      case 'gap':
        return write(event);
      case 'made':
        return write(describeMade(event, profile, secrets));
      case 'gone':
        return write({ ...event, resource: secrets.mask(event.resource) });
      case 'ended':
        for (const check of revealing(written.values(), secrets)) write({ type: 'outcome', check });
        return write(describeEnd(event, secrets));
    }
  };
}

interface Written {
  readonly check: ReportedCheck;
  /** How many secrets were known then. */
  readonly secrets: number;
}

/** The checks that show a secret which was not known when they were written, with that secret masked. */
function revealing(written: Iterable<Written>, secrets: Secrets): ReportedCheck[] {
  const known = secrets.names().length;
  return [...written].flatMap(({ check, secrets: before }) => {
    if (before === known) return [];
    const masked = maskAgain(check, secrets);
    return JSON.stringify(masked) === JSON.stringify(check) ? [] : [masked];
  });
}

/** Returns the label of a source, and describes the source when it occurs for the first time. */
function describeOnce(suites: readonly RunnableSuite[], write: (entry: Entry) => void) {
  const labels = new Map<string, string>();
  return (source: string): string => {
    const known = labels.get(source);
    if (known !== undefined) return known;
    const description =
      firstOf(suites, (suite) => suite.describeSource?.(source)) ?? describeSource(source);
    labels.set(source, description.label);
    write({ type: 'source', source, description });
    return description.label;
  };
}

function writePlan(
  { rules, isPartial }: RunStart,
  labelOf: (source: string) => string,
  write: (entry: Entry) => void,
): void {
  for (const { source } of rules) labelOf(source);
  write({ type: 'started', isPartial });
  write({ type: 'planned', rules: rules.map(withoutCode) });
}

function withoutCode({ id, rule, basis, source, operation }: Rule): Rule {
  return { id, rule, basis, source, ...(operation !== undefined && { operation }) };
}

/** With the headers and the passphrase of the profile, which the process that cleans up does not read. */
export function describeMade(
  { resource, undo }: Extract<MadeEvent, { readonly type: 'made' }>,
  { headers, passphrase }: Pick<Profile, 'headers' | 'passphrase'>,
  { mask }: Secrets,
): Extract<Entry, { readonly type: 'made' }> {
  const own = undo?.headers ?? [];
  const added = headers.filter(([name]) => headerOf(own, name) === undefined);
  return {
    type: 'made',
    resource: mask(resource),
    undo: undo && { ...undo, headers: [...own, ...added] },
    passphrase,
  };
}

function describeEnd({ stale, ...event }: RunEnd, { mask }: Secrets): Entry {
  const { stopReason, noSuccess, leftovers, learned } = event;
  return {
    ...event,
    stopReason: stopReason === undefined ? undefined : mask(stopReason),
    noSuccess: noSuccess === undefined ? undefined : mask(noSuccess),
    leftovers: leftovers.map(mask),
    learned: learned.map((one) => ({ ...one, value: mask(one.value), why: mask(one.why) })),
    staleBaseline: stale.map((entry) => mask(describeEntry(entry))),
  };
}

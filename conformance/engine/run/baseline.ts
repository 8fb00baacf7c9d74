import { parseDocument, stringify } from 'yaml';
import type { Report } from '../report/report.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { describeEntry, isExpired, type KnownFailure } from './judge.ts';

/** The baseline cannot be used. The message has one line for each problem. */
export class BaselineError extends Error {}

/** Rejects an entry without a reason, so that readers know why it is there. */
export function readBaseline(text: string): readonly KnownFailure[] {
  const parsed = parseDocument(text, { prettyErrors: false });
  const [error] = parsed.errors;
  if (error) throw new BaselineError(`the baseline is not YAML: ${error.message.split('\n')[0]}`);
  const entries: unknown = parsed.toJS() ?? [];
  if (!Array.isArray(entries)) throw new BaselineError('the baseline is not a list');
  const problems = [
    ...entries.flatMap((entry, at) => problemOf(entry, at)),
    ...withoutReason(entries),
  ];
  if (problems.length > 0) throw new BaselineError(problems.join('\n'));
  // `problemOf` has checked each entry.
  return entries as KnownFailure[];
}

const fieldNames = ['check', 'key', 'reason', 'expires'] as const;

function problemOf(entry: unknown, at: number): string[] {
  const where = `entry ${at + 1} of the baseline`;
  if (typeof entry !== 'object' || entry === null) return [`${where} is not an object`];
  const isKnown = (name: string) => fieldNames.some((known) => known === name);
  const unknown = Object.keys(entry).filter((name) => !isKnown(name));
  return [
    ...(isText(entry, 'check') ? [] : [`${where}: "check" must be the id of a check`]),
    ...('key' in entry && !isText(entry, 'key') ? [`${where}: "key" must be a string`] : []),
    ...('expires' in entry && !isDay(entry.expires)
      ? [`${where}: "expires" must be a day, such as 2027-01-31`]
      : []),
    ...unknown.map(
      (name) =>
        `${where}: unknown field "${name}"; use check, key, reason and expires.${didYouMean(name, fieldNames)}`,
    ),
  ];
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(value);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function isText(entry: object, name: string): boolean {
  const value: unknown = Reflect.get(entry, name);
  return typeof value === 'string' && value !== '';
}

/** One line for all of them: a new baseline has no reasons. */
function withoutReason(entries: readonly unknown[]): string[] {
  const found = entries.flatMap((entry, at) => {
    if (typeof entry !== 'object' || entry === null) return [];
    return isText(entry, 'reason') ? [] : [`entry ${at + 1}, ${Reflect.get(entry, 'check')}`];
  });
  const [first] = found;
  if (first === undefined) return [];
  const others = found.length > 1 ? `, and ${found.length - 1} more` : '';
  return [`no "reason" in the baseline for ${first}${others}; say why each failure is known`];
}

/**
 * A baseline that excuses what a run found: the entries of the earlier baseline, with their reasons, except those that the run
 * showed to be fixed or that have expired; and one without a reason for each other case that failed, warned or differed. `readBaseline` rejects it until the reasons are filled in.
 */
export function writeBaseline(
  { checks, staleBaseline, startedAt }: Pick<Report, 'checks' | 'staleBaseline' | 'startedAt'>,
  earlier: readonly KnownFailure[],
): string {
  const now = Date.parse(startedAt);
  const stays = earlier.filter(
    (entry) => !staleBaseline.includes(describeEntry(entry)) && !isExpired(entry, now),
  );
  const entries = checks.flatMap(({ id, rule, basis, source, findings }) => {
    const found = findings.filter(
      ({ kind }) => kind === 'failed' || kind === 'warning' || kind === 'differs',
    );
    const cases = new Map(found.map((finding) => [finding.key, finding]));
    return [...cases].map(([key, { expected, got }]) => {
      const seen = `Expected ${expected}; got ${got}.`;
      const comment = `${rule} (${basis}, ${source}) ${seen}`.replaceAll(/\s+/g, ' ');
      const entry = stringify([{ check: id, ...(key !== undefined && { key }) }], { lineWidth: 0 });
      return `# ${comment}\n${entry}  reason: ""`;
    });
  });
  return [
    '# What the contract tests find on this server and must not fail the run. Give each entry its reason.',
    ...stays.map((entry) => stringify([entry], { lineWidth: 0 }).trimEnd()),
    ...entries,
    ...(stays.length + entries.length === 0 ? ['[]'] : []),
    '',
  ].join('\n');
}

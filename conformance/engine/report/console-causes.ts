import { bases } from '../basis.ts';
import { groupBy } from '../group-by.ts';
import { truncate } from '../truncate.ts';
import { describeCheck } from './console-details.ts';
import type { Finding, Report, ReportedCheck } from './report.ts';
import { count, line, type Screen, wrap } from './text.ts';

/** Failed cases with one cause, as far as a report shows it: checks of one kind expected the same of the server. */
interface Cause {
  /** What the ids of the checks have in common, such as `document/fuzz`. `--only` accepts it. */
  readonly id: string;
  readonly check: ReportedCheck;
  readonly first: Finding;
  readonly cases: number;
  readonly operations: readonly string[];
}

/** Causes that are shown with request and response, and those that get a line after them. */
export const maxInFull = 3;
const maxInShort = 12;
/** A response can be long. The reports in files have all of it. */
const maxResponse = 240;

/** The failures of a run, those with one cause as one entry: the first ones in full, then a line for each. */
export function describeCauses(report: Report, screen: Screen): string[] {
  const causes = causesOf(report);
  // Several cases of one operation may look the same in one line.
  const inShort = [
    ...new Set(causes.slice(maxInFull).map((cause) => describeShortly(cause, screen))),
  ];
  const lines = inShort.slice(0, maxInShort);
  const left = inShort.length - lines.length;
  if (left > 0) lines.push(`  and ${left} more`);
  const repeats = truncate(repeatsOf(report).join(', '), 200);
  return [
    ...causes.slice(0, maxInFull).map((cause) => describeInFull(cause, screen)),
    lines.join('\n'),
    repeats === '' ? '' : wrap(`Also failed, as above: ${repeats}`, screen.width, '  '),
  ];
}

function describeInFull({ id, check, first, cases, operations }: Cause, screen: Screen): string {
  const exchanges = first.exchanges.map((one) => ({
    ...one,
    response: truncate(one.response, maxResponse),
  }));
  const text = describeCheck({ ...check, id, findings: [{ ...first, exchanges }] }, screen);
  if (cases === 1) return text;
  const others = operations.length > 1 ? ` of ${count(operations.length, 'operation')}` : '';
  const names = operations.length > 1 ? `: ${truncate(operations.join(', '), 120)}` : '';
  return `${text}\n${line(screen, 'in all', `${count(cases, 'case')}${others}${names}`)}`;
}

/** What was expected and what came, shortened to the width of the screen, and the request of one operation if there is room. */
function describeShortly({ id, first, operations }: Cause, { style, width }: Screen): string {
  const times = operations.length > 1 ? `, ${count(operations.length, 'operation')}` : '';
  const room = width - `FAILED ${id}${times}: `.length;
  const words = room - 'expected , got '.length;
  // A narrow screen leaves enough to recognise a status.
  const shortenTo = (length: number, of: string) =>
    of.length > length ? truncate(of, Math.max(Math.floor(length) - 2, 8)) : of;
  const got = shortenTo(Math.max(words - first.expected.length, words / 2), first.got);
  const expected = shortenTo(words - got.length, first.expected);
  const text = `expected ${expected}, got ${got}`;
  const request = first.request === undefined || operations.length > 1 ? '' : `${first.request}: `;
  const shown = request.length + text.length > room ? text : `${request}${text}`;
  return `${style('red', 'FAILED')} ${style('bold', id)}${times}: ${shown.replaceAll(/\s+/g, ' ')}`;
}

interface Failed {
  readonly check: ReportedCheck;
  readonly finding: Finding;
}

function failuresOf({ checks }: Report): Failed[] {
  return checks
    .filter(({ kind }) => kind === 'failed')
    .flatMap((check) => check.findings.map((finding) => ({ check, finding })))
    .filter(({ finding }) => finding.kind === 'failed');
}

/** The failed checks of which nothing is shown. The summary counts them too. */
function repeatsOf(report: Report): string[] {
  const failures = failuresOf(report);
  const shown = new Set(withoutRepeats(failures).map(({ check }) => check));
  return [...new Set(failures.map(({ check }) => check))]
    .filter((check) => !shown.has(check))
    .map(({ id }) => id);
}

/** The strongest basis first. Within it every kind of check gets an entry before one gets its second. */
function causesOf(report: Report): Cause[] {
  const groups = groupBy(withoutRepeats(failuresOf(report)), ({ check, finding }) => {
    // The position in a list is no cause.
    const expected = finding.expected.replaceAll(/\/\d+(?=\/)/g, '/*');
    return `${kindOf(check)}\n${expected}`;
  });
  const causes = [...groups.values()].flatMap(toCause);
  const sorted = causes.toSorted((a, b) => b.operations.length - a.operations.length);
  const turns = groupBy(sorted, ({ check }) => kindOf(check));
  const turnOf = (cause: Cause) => turns.get(kindOf(cause.check))?.indexOf(cause) ?? 0;
  const rank = ({ first }: Cause) => bases.indexOf(first.basis);
  return sorted.toSorted((a, b) => rank(a) - rank(b) || turnOf(a) - turnOf(b));
}

/**
 * `responses/no-server-error` sees the responses to all checks: another check that reports the 5xx says more about it. Generated
 * requests find again what the checks before them found.
 */
function withoutRepeats(failures: readonly Failed[]): Failed[] {
  const isRule = ({ check }: Failed) => check.id === 'responses/no-server-error';
  const errorOf = ({ finding }: Failed) =>
    `${finding.operation ?? finding.request} ${finding.exchanges.at(-1)?.status}`;
  const others = new Set(failures.filter((failure) => !isRule(failure)).map(errorOf));
  const about = ({ check, finding }: Failed) =>
    `${check.operation} ${finding.expected} ${finding.got}`;
  const isFuzz = ({ check }: Failed) => kindOf(check) === 'document/fuzz';
  const found = new Set(failures.filter((failure) => !isFuzz(failure)).map(about));
  return failures.filter((failure) =>
    isRule(failure)
      ? !others.has(errorOf(failure))
      : !isFuzz(failure) || !found.has(about(failure)),
  );
}

function toCause(all: readonly Failed[]): Cause[] {
  const [first] = all;
  if (first === undefined) return [];
  const checks = new Set(all.map(({ check }) => check.id));
  const operations = all.flatMap(
    ({ check, finding }) => check.operation ?? finding.operation ?? [],
  );
  return [
    {
      id: checks.size > 1 ? kindOf(first.check) : first.check.id,
      check: first.check,
      first: first.finding,
      cases: all.length,
      operations: [...new Set(operations)],
    },
  ];
}

/** The id of a check without the operation for which it was made: `document/fuzz` of `document/fuzz/getTodo`. */
function kindOf({ id, operation }: ReportedCheck): string {
  return operation === undefined ? id : id.replace(/^([^/]+\/[^/]+)\/.*/, '$1');
}

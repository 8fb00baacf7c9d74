import { matches } from '../run/select-checks.ts';
import { truncate } from '../truncate.ts';
import { type CauseWithCases, causesOf, kindOf } from './causes.ts';
import { describeCheck } from './console-details.ts';
import type { Report, ReportedCheck } from './report.ts';
import { count, line, type Screen, wrap } from './text.ts';

/** Causes that are shown with request and response, and those that get a line after them. */
export const maxInFull = 5;
const maxInShort = 10;
/** A response can be long. The reports in files have all of it. */
const maxResponse = 160;

/** The failures of a run, those with one cause as one entry: the first ones in full, then a line for each. */
export function describeCauses(report: Report, screen: Screen): string[] {
  const causes = causesOf(report.checks);
  // Several cases of one operation may look the same in one line.
  const inShort = [
    ...new Set(causes.slice(maxInFull).map((cause) => describeShortly(cause, screen))),
  ];
  const lines = inShort.slice(0, maxInShort);
  const left = inShort.length - lines.length;
  if (left > 0) lines.push(`  and ${left} more`);
  const repeats = truncate(repeatsOf(report.checks, causes).join(', '), 200);
  return [
    ...causes.slice(0, maxInFull).map((cause) => describeInFull(cause, screen)),
    lines.join('\n'),
    repeats === '' ? '' : wrap(`Also failed, as above: ${repeats}`, screen.width, '  '),
  ];
}

/** The failed checks that no entry names. The summary counts them too. */
function repeatsOf(checks: readonly ReportedCheck[], causes: readonly CauseWithCases[]): string[] {
  const named = causes.map(nameOf);
  return checks
    .filter(({ kind, id }) => kind === 'failed' && !named.some((name) => matches(id, name)))
    .map(({ id }) => id);
}

/** The check that failed, or what those of several operations have in common: `document/fuzz`, which `--only` accepts. */
function nameOf({ checks, cases: [{ check }] }: CauseWithCases): string {
  const kind = kindOf(check);
  return checks.filter((id) => matches(id, kind)).length > 1 ? kind : check.id;
}

function describeInFull(cause: CauseWithCases, screen: Screen): string {
  const { operations, cases } = cause;
  const [{ check, finding }] = cases;
  const exchanges = finding.exchanges.map((one) => ({
    ...one,
    response: truncate(one.response, maxResponse),
  }));
  const shown = { ...check, id: nameOf(cause), findings: [{ ...finding, exchanges }] };
  const text = describeCheck(shown, screen);
  if (cases.length === 1) return text;
  const others = operations.length > 1 ? ` of ${count(operations.length, 'operation')}` : '';
  const names = operations.length > 1 ? `: ${truncate(operations.join(', '), 120)}` : '';
  const common = cause.habit === undefined ? '' : `${line(screen, 'cause', cause.habit)}\n`;
  return `${text}\n${common}${line(screen, 'in all', `${count(cases.length, 'case')}${others}${names}`)}`;
}

/** What was expected and what came, shortened to the width of the screen, and the request of one operation if there is room. */
function describeShortly(cause: CauseWithCases, { style, width }: Screen): string {
  const { operations, cases } = cause;
  const [{ finding }] = cases;
  const id = nameOf(cause);
  const times = operations.length > 1 ? `, ${count(operations.length, 'operation')}` : '';
  const room = width - `FAILED ${id}${times}: `.length;
  const words = room - 'expected , got '.length;
  // A narrow screen leaves enough to recognise a status.
  const shortenTo = (length: number, of: string) =>
    of.length > length ? truncate(of, Math.max(Math.floor(length) - 2, 8)) : of;
  const got = shortenTo(Math.max(words - finding.expected.length, words / 2), finding.got);
  const expected = shortenTo(words - got.length, finding.expected);
  const text = `expected ${expected}, got ${got}`;
  const request =
    finding.request === undefined || operations.length > 1 ? '' : `${finding.request}: `;
  const own = request.length + text.length > room ? text : `${request}${text}`;
  const shown = cause.habit === undefined ? own : shortenTo(room, cause.habit);
  return `${style('red', 'FAILED')} ${style('bold', id)}${times}: ${shown.replaceAll(/\s+/g, ' ')}`;
}

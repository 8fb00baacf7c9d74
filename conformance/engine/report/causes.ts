import { createHash } from 'node:crypto';
import { bases } from '../basis.ts';
import { groupBy } from '../group-by.ts';
import { wordsInText } from '../judge/words.ts';
import { truncate } from '../truncate.ts';
import { type Case, withoutPositions } from './case.ts';
import { findHabits } from './habits.ts';
import type { Cause, ReportedCheck } from './report.ts';

/** A cause with its cases, the one that shows it best first. */
export interface CauseWithCases extends Cause {
  /** What its cases have in common, where each looks like a cause of its own. */
  readonly habit?: string;
  readonly cases: readonly [Case, ...Case[]];
}

/**
 * The failed cases of a run by cause, the worst first: by basis, server errors before others, those of many operations before
 * those of few. Within a basis every kind of check gets an entry before one gets its second.
 */
export function causesOf(checks: readonly ReportedCheck[]): CauseWithCases[] {
  const failed = checks
    .filter(({ kind }) => kind === 'failed')
    .flatMap((check) => check.findings.map((finding) => ({ check, finding })))
    .filter(({ finding }) => finding.kind === 'failed');
  const cases = withoutRepeats(failed);
  const habits = findHabits(cases);
  const echoed = findEchoed(cases);
  const titleOfHabit = (alike: readonly Case[]) =>
    alike.flatMap((one) => habits.of(one)?.title ?? [])[0];
  const groups = groupBy(cases, (one) => {
    const shown = habits.of(one) === undefined ? (echoed(one) ?? one) : one;
    return habits.of(shown)?.name ?? signatureOf(shown);
  });
  const causes = [...groups].flatMap(([signature, [first, ...others]]) =>
    first === undefined
      ? []
      : [toCause(signature, [first, ...others], titleOfHabit([first, ...others]))],
  );
  return worstFirst(causes);
}

/** Without the cases, as a report has it. */
export function inReport({
  id,
  title,
  basis,
  checks,
  operations,
  findings,
}: CauseWithCases): Cause {
  return { id, title, basis, checks, operations, findings };
}

/** The id of a check without the operation for which it was made: `document/fuzz` of `document/fuzz/getTodo`. */
export function kindOf({ id, operation }: ReportedCheck): string {
  return operation === undefined ? id : id.replace(/^([^/]+\/[^/]+)\/.*/, '$1');
}

const fuzz = 'document/fuzz';
const validBody = 'document/valid-body';
const invalidBody = 'document/invalid-body';

/** Two cases with the same signature have the same cause. */
function signatureOf(failed: Case): string {
  const { check, finding } = failed;
  if (isServerError(failed)) return serverErrorIn(failed);
  const about = withoutPositions(finding.about ?? finding.expected);
  if (kindOf(check) === validBody && finding.about === undefined) {
    const said = wordsWithoutValues(finding);
    // One reason may reject several values.
    if (!saysNothing.test(said)) return `${kindOf(check)} ${check.operation} ${said}`;
  }
  // Generated requests name the rule that they break.
  if (kindOf(check) === fuzz && finding.about !== undefined) return about;
  return `${kindOf(check)} ${about}`;
}

/** The case of an accepted value that a response shows again: `/limit must be >= 1` after `a rejection: /limit must be >= 1`. */
function findEchoed(cases: readonly Case[]) {
  const words = ({ expected }: Case['finding']) =>
    /\/([^/\s]+ must .*)$/.exec(withoutPositions(expected))?.[1];
  const accepted = new Map(
    cases.flatMap((one) => {
      const said = kindOf(one.check) === invalidBody ? words(one.finding) : undefined;
      return said === undefined ? [] : [[said, one] as const];
    }),
  );
  return ({ check, finding }: Case): Case | undefined =>
    check.id === 'document/response-schema' ? accepted.get(words(finding) ?? '') : undefined;
}

function isServerError({ check, finding }: Case): boolean {
  const { status = 0 } = finding.exchanges.at(-1) ?? {};
  return check.id === serverErrorRule || (status >= 500 && status <= 599);
}

/** It sees the responses to all checks: another check that reports the same error says more about it. */
const serverErrorRule = 'responses/no-server-error';

/** An error with words of its own is the same wherever it happens. One that says nothing may have another cause in each operation. */
function serverErrorIn({ check, finding }: Case): string {
  const { status, response = '' } = finding.exchanges.at(-1) ?? {};
  const state = /SQLSTATE\W{0,3}(\w{5})\b/i.exec(response)?.[1];
  // The values are taken out before the text is cut: where it is cut depends on them.
  const words = state ?? wordsWithoutValues(finding).slice(0, beginning);
  if (!saysNothing.test(words)) return ['error', status, words].join('\n');
  const exception = /\b[A-Z]\w*(?:Error|Exception)\b/.exec(response)?.[0];
  return ['error', status, exception, words, placeOf({ check, finding })].join('\n');
}

/** What follows in a message is about the value: how it was read, where it failed. */
const beginning = 50;

/** A path that a server cannot read fails before it reaches an operation, whatever sent it. */
function placeOf({ check, finding }: Case): string {
  const { curl = '' } = finding.exchanges.at(-1) ?? {};
  const [, path = ''] = /\bhttps?:\/\/[^/\s']+([^\s'?#]*)/.exec(curl) ?? [];
  const isUnusual = (finding.sentBy ?? check.id).startsWith('document/path-parameter/');
  if (isUnusual || /[^\w.~/-]/.test(path)) return 'an unusual path';
  return finding.operation ?? check.operation ?? '';
}

// The title of a page may have the name of the application.
const saysNothing =
  /^\W*$|^\W*(internal )?server error\b.{0,40}$|^(an? )?(\S+ )?((internal|server|unexpected|unknown|application)[ _-]*)*(error|failure)( (has )?occurred)?\W*$|^something (bad |went )/;

/** What the server says in the last response. */
export function wordsWithoutValues({ exchanges }: Case['finding']): string {
  const { response = '' } = exchanges.at(-1) ?? {};
  return withoutValues(wordsInText(response, response.length) ?? '');
}

/** A message without what differs from case to case: quoted values, ids, numbers, columns (`books.isbn`). */
function withoutValues(words: string): string {
  return (
    words
      .toLowerCase()
      .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, ' ')
      // The response may end within a value.
      .replace(/(?<=^|[\s:(])\\?["'`].*$/, ' ')
      .replaceAll(/\S*\d\S*|\w+\.\w+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}

/** Generated requests find again what the checks before them found. */
function withoutRepeats(failed: readonly Case[]): Case[] {
  const about = ({ check, finding }: Case) =>
    `${check.operation} ${finding.expected} ${finding.got}`;
  const isFuzz = ({ check }: Case) => kindOf(check) === fuzz;
  const found = new Set(failed.filter((one) => !isFuzz(one)).map(about));
  return failed.filter((one) => !isFuzz(one) || !found.has(about(one)));
}

function toCause(
  signature: string,
  given: readonly [Case, ...Case[]],
  habit: string | undefined,
): CauseWithCases {
  const isRule = ({ check }: Case) => check.id === serverErrorRule;
  const rank = (one: Case) => bases.indexOf(one.finding.basis);
  const sorted = given.toSorted(
    (one, other) => Number(isRule(one)) - Number(isRule(other)) || rank(one) - rank(other),
  );
  const [first = given[0]] = sorted;
  const operations = given.flatMap(
    ({ check, finding }) => check.operation ?? finding.operation ?? [],
  );
  const strongest = Math.min(...given.map(rank));
  return {
    id: createHash('sha256').update(signature).digest('hex').slice(0, 8),
    title: habit ?? titleOf(first),
    ...(habit !== undefined && { habit }),
    basis: bases[strongest] ?? first.finding.basis,
    checks: [...new Set(given.map(({ check }) => check.id))],
    operations: [...new Set(operations)],
    findings: [...new Set(sorted.map(({ finding }) => finding.id))],
    cases: [first, ...sorted.slice(1)],
  };
}

const mostCharacters = 120;

function titleOf(failed: Case): string {
  const { expected, got, exchanges } = failed.finding;
  const { status, response = '' } = exchanges.at(-1) ?? {};
  const words = isServerError(failed) ? wordsInText(response) : undefined;
  const text =
    words === undefined
      ? `expected ${withoutPositions(expected)}; got ${got}`
      : `HTTP ${status}: ${words}`;
  return truncate(text, mostCharacters);
}

function worstFirst(causes: readonly CauseWithCases[]): CauseWithCases[] {
  const isError = ({ cases: [first] }: CauseWithCases) => isServerError(first);
  const sorted = causes.toSorted((one, other) => other.operations.length - one.operations.length);
  const kind = ({ cases: [{ check }] }: CauseWithCases) => kindOf(check);
  const turns = groupBy(sorted, kind);
  const turnOf = (cause: CauseWithCases) => turns.get(kind(cause))?.indexOf(cause) ?? 0;
  const rank = ({ basis }: Cause) => bases.indexOf(basis);
  return sorted.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      Number(isError(other)) - Number(isError(one)) ||
      turnOf(one) - turnOf(other),
  );
}

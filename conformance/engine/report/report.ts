import { createHash } from 'node:crypto';
import { hasResponse, type Rule } from '../check.ts';
import {
  type ExitCode,
  type JudgedFailure,
  type Outcome,
  type OutcomeKind,
  worstFirst,
} from '../outcome.ts';
import { describeEntry } from '../run/judge.ts';
import type { RunResult } from '../run/run-checks.ts';
import type { Secrets } from '../secrets.ts';
import { firstOf, type RunnableSuite } from '../suite.ts';
import { countSources, describeSource, type SourceCoverage } from './describe-source.ts';
import { describeExchange, nameRequest, type ReportedExchange } from './reported-exchange.ts';

/** The result of a run, with secrets masked, from which every format is written. `report.schema.json` describes its JSON. */
export interface Report extends Pick<RunResult, RunFacts> {
  readonly version: 1;
  readonly tool: Tool;
  readonly target: string;
  /** The path or address of the OpenAPI document, when the suites do not have the contract themselves. */
  readonly document?: string;
  /** Whether `--only`, `--skip`, `--basis`, `--operation` or `--tag` left checks out. */
  readonly partial?: true;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly verdict: 'passed' | 'failed' | 'inconclusive';
  /** Why nothing, or no more, could be tested. */
  readonly stopReason?: string;
  /** The last requests before the server stopped responding, as shell commands. */
  readonly lostRequests?: readonly string[];
  readonly summary: Readonly<Record<OutcomeKind, number>>;
  readonly checks: readonly ReportedCheck[];
  /** Operations that never succeeded, so that the run cannot pass. */
  readonly withoutSuccess?: readonly string[];
  readonly sources: readonly SourceCoverage[];
  /** Entries of the baseline that excused nothing although their checks ran, as `check` or `check (key)`. */
  readonly staleBaseline: readonly string[];
}

type RunFacts = 'seed' | 'strict' | 'wire' | 'durationMs' | 'requests' | 'coverage' | 'leftovers';

/** A check and its outcome. */
export interface ReportedCheck extends Rule, Omit<Outcome, 'check' | 'failures'> {
  /** The source for people. */
  readonly label: string;
  readonly findings: readonly Finding[];
}

/** One case in which the server does not follow a rule, with the requests that show it. */
export interface Finding
  extends Omit<JudgedFailure, 'exchanges' | 'source'>,
    Pick<ReportedCheck, 'source' | 'label'> {
  /** Eight hexadecimal digits, the same for the same case in every run. For `--replay`. */
  readonly id: string;
  /** The method, path and body of the request that shows it, shortened. */
  readonly request?: string;
  readonly traceId?: string;
  /** The operation of the last request. */
  readonly operation?: string;
  /** The requests and their responses. The last one shows the failure. */
  readonly exchanges: readonly ReportedExchange[];
}

/** What a report needs in addition to the result of a run. */
export interface ReportOptions {
  readonly secrets: Secrets;
  /** The suites of the run. They read trace ids, and describe sources. */
  readonly suites: readonly RunnableSuite[];
  readonly tool: Tool;
  readonly exitCode: ExitCode;
  /** The shell command that repeats the run. @default the tool with the target and the seed */
  readonly rerun?: string;
  /** The path or address of the OpenAPI document. @default none: the suites have the contract */
  readonly document?: string | undefined;
}

/** The program that ran the tests, as reports name it. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** The address of its page. */
  readonly homepage: string;
}

const verdicts = { 0: 'passed', 1: 'failed', 3: 'inconclusive' } as const;

/** Turns the result of a run into a report. The report contains no remembered secret. */
export function writeReport(result: RunResult, options: ReportOptions): Report {
  const { mask } = options.secrets;
  const checks = result.outcomes.map((outcome) => describeOutcome(outcome, result, options));
  return {
    version: 1,
    tool: options.tool,
    target: mask(result.baseUrl),
    ...(options.document !== undefined && { document: options.document }),
    seed: result.seed,
    strict: result.strict,
    wire: result.wire,
    ...(result.isPartial && { partial: true }),
    startedAt: new Date(result.startedAt).toISOString(),
    durationMs: Math.round(result.durationMs),
    requests: result.requests,
    verdict: verdicts[options.exitCode],
    ...(result.stopReason !== undefined && { stopReason: mask(result.stopReason) }),
    ...(result.lostRequests.length > 0 && { lostRequests: result.lostRequests }),
    summary: countKinds(result.outcomes),
    checks,
    coverage: result.coverage,
    ...(result.withoutSuccess.length > 0 && { withoutSuccess: result.withoutSuccess }),
    sources: countSources(checks, describeBy(options.suites)),
    staleBaseline: result.stale.map((entry) => mask(describeEntry(entry))),
    leftovers: result.leftovers.map(mask),
  };
}

function describeBy(suites: readonly RunnableSuite[]) {
  return (source: string) =>
    firstOf(suites, (suite) => suite.describeSource?.(source)) ?? describeSource(source);
}

function describeOutcome(
  outcome: Outcome,
  result: RunResult,
  options: ReportOptions,
): ReportedCheck {
  const rule = result.rules.find(({ id }) => id === outcome.check);
  if (rule === undefined) throw new Error(`no rule for the outcome of ${outcome.check}`);
  const { mask } = options.secrets;
  const describe = describeBy(options.suites);
  return {
    id: rule.id,
    rule: rule.rule,
    basis: rule.basis,
    source: rule.source,
    label: describe(rule.source).label,
    ...(rule.operation !== undefined && { operation: rule.operation }),
    kind: outcome.kind,
    ...(outcome.reason !== undefined && { reason: mask(outcome.reason) }),
    ...(outcome.skipped !== undefined && { skipped: outcome.skipped }),
    notes: outcome.notes.map(mask),
    requests: outcome.requests,
    durationMs: Math.round(outcome.durationMs),
    findings: outcome.failures.map((failure) => {
      const { source = rule.source, exchanges } = failure;
      const rerun = rerunCommand(rule, failure, result, options);
      const last = exchanges.at(-1);
      const operation = last?.request.settings.operation;
      const traceId =
        last && hasResponse(last)
          ? firstOf(options.suites, (suite) => suite.traceOf?.(last))
          : undefined;
      return {
        id: createHash('sha256')
          .update(`${rule.id}\n${failure.key ?? ''}`)
          .digest('hex')
          .slice(0, 8),
        kind: failure.kind,
        basis: failure.basis,
        source,
        label: describe(source).label,
        ...(last !== undefined && { request: nameRequest(last, options.secrets) }),
        expected: mask(failure.expected),
        got: mask(failure.got),
        ...(failure.key !== undefined && { key: mask(failure.key) }),
        ...(failure.note !== undefined && { note: mask(failure.note) }),
        ...(failure.sentBy !== undefined && { sentBy: failure.sentBy }),
        ...(failure.reason !== undefined && { reason: failure.reason }),
        ...(traceId !== undefined && { traceId: mask(traceId) }),
        ...(operation !== undefined && { operation }),
        exchanges: exchanges.map((exchange) =>
          describeExchange(exchange, result.baseUrl, rerun, options.secrets),
        ),
      };
    }),
  };
}

/** The command that sends the requests of a finding again: with the same seed, a check sends the same requests. */
function rerunCommand(
  rule: Rule,
  { sentBy }: JudgedFailure,
  { baseUrl, seed }: RunResult,
  { rerun, secrets, tool }: ReportOptions,
): string {
  const all = secrets.mask(rerun ?? `${tool.name} test ${baseUrl} --seed ${seed}`);
  if (!('watch' in rule)) return `${all} --only ${rule.id}`;
  // A rule about every response sends no requests of its own. If those of no check show it, only the whole run repeats them.
  return sentBy === undefined ? all : `${all} --only ${sentBy} ${rule.id}`;
}

function countKinds(outcomes: readonly Outcome[]): Record<OutcomeKind, number> {
  const counts = worstFirst.map((kind) => [
    kind,
    outcomes.filter((outcome) => outcome.kind === kind).length,
  ]);
  // Each kind is there.
  return Object.fromEntries(counts) as Record<OutcomeKind, number>;
}

/**
 * The report as JSON, by `report.schema.json`.
 * @example await writeFile('report.json', jsonReport(report));
 */
export function jsonReport(report: Report): string {
  return `${JSON.stringify({ $schema, ...report }, undefined, 2)}\n`;
}

const $schema = 'https://openapi-contract-tests.example/schemas/report.json';

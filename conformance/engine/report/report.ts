import type { Basis } from '../basis.ts';
import type { Rule } from '../check.ts';
import { escapeControls } from '../escape-controls.ts';
import type { Gap } from '../gap.ts';
import type { Learned } from '../learned.ts';
import type { JudgedFailure, Outcome, OutcomeKind, RunVerdict } from '../outcome.ts';
import type { OperationCoverage } from '../run/coverage.ts';
import type { ExtraRounds } from '../run/run-options.ts';
import type { SourceCoverage } from './describe-source.ts';
import type { ReportedExchange } from './reported-exchange.ts';

/** The result of a run, with secrets masked, from which every format is written. `report.schema.json` describes its JSON. */
export interface Report {
  readonly version: 1;
  readonly tool: Tool;
  readonly target: string;
  /** The path or address of the OpenAPI document, when the suites do not have the contract themselves. */
  readonly document?: string;
  readonly seed: number;
  readonly strict: boolean;
  readonly wire: boolean;
  /** Whether `--only`, `--skip`, `--basis`, `--operation` or `--tag` left checks out. */
  readonly partial?: true;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly verdict: RunVerdict;
  /** What came of the time that was left after every check had run, with `--thorough`. */
  readonly extra?: ExtraRounds;
  /** Why nothing, or no more, could be tested. */
  readonly stopReason?: string;
  /** The last requests before the server stopped responding, as shell commands. */
  readonly lostRequests?: readonly string[];
  readonly summary: Readonly<Record<OutcomeKind, number>>;
  /** The failed cases by cause, the worst first. */
  readonly causes: readonly Cause[];
  readonly checks: readonly ReportedCheck[];
  readonly coverage: readonly OperationCoverage[];
  /** Operations that never succeeded, so that the run cannot pass. */
  readonly withoutSuccess?: readonly string[];
  /** Why the run says nothing about the server, in which no operation succeeded. */
  readonly noSuccess?: string;
  readonly sources: readonly SourceCoverage[];
  /** Entries of the baseline that excused nothing although their checks ran, as `check` or `check (key)`. */
  readonly staleBaseline: readonly string[];
  /** What cannot be judged, because the document has schemas that cannot be used as they are. */
  readonly gaps?: readonly Gap[];
  /** What the server accepts, as the run found out: values to name in the profile. */
  readonly learned?: readonly Learned[];
  /** How many responses a proxy passed on without judging them, and why: a sentence for each reason. */
  readonly unjudged?: readonly string[];
  /** What the run left behind on the server. */
  readonly leftovers: readonly string[];
}

/** Failed cases that one defect of the server explains, as far as their requests show it. */
export interface Cause {
  /** Eight hexadecimal digits, the same for the same cause in every run. */
  readonly id: string;
  /** `HTTP 500: relation "books" does not exist`, or what was expected and what came. */
  readonly title: string;
  readonly basis: Basis;
  /** Each once, in the order of the report. */
  readonly checks: readonly string[];
  readonly operations: readonly string[];
  /** Their ids. The first shows the cause best. */
  readonly findings: readonly string[];
}

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

/** The program that ran the tests, as reports name it. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** The address of its page. */
  readonly homepage: string;
}

/**
 * The report as JSON, by `report.schema.json`.
 * @example await writeFile('report.json', jsonReport(report));
 */
export function jsonReport(report: Report): string {
  // In JSON, an escaped character is the same character.
  return `${escapeControls(JSON.stringify({ $schema, ...report }, undefined, 2))}\n`;
}

const $schema = 'https://openapi-contract-tests.example/schemas/report.json';

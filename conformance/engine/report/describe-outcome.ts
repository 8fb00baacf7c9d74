import { createHash } from 'node:crypto';
import { hasResponse, type Rule } from '../check.ts';
import type { JudgedFailure, Outcome } from '../outcome.ts';
import type { Secrets } from '../secrets.ts';
import { firstOf, type RunnableSuite } from '../suite.ts';
import type { Finding, ReportedCheck, Tool } from './report.ts';
import { describeExchange, nameRequest, type ReportedExchange } from './reported-exchange.ts';

/** What a report says of an outcome depends on. */
export interface Reporting {
  readonly baseUrl: string;
  readonly secrets: Secrets;
  /** They read trace ids, and describe sources. */
  readonly suites: readonly RunnableSuite[];
  readonly tool: Tool;
  readonly seed: number;
  /** The shell command that repeats the run. @default the tool with the target and the seed */
  readonly rerun?: string | undefined;
  /** Names a source for people. */
  readonly labelOf: (source: string) => string;
}

/** An outcome as data, with the secrets masked that are known now. */
export function describeOutcome(rule: Rule, outcome: Outcome, reporting: Reporting): ReportedCheck {
  const { labelOf, secrets } = reporting;
  const { mask } = secrets;
  return {
    id: rule.id,
    rule: rule.rule,
    basis: rule.basis,
    source: rule.source,
    label: labelOf(rule.source),
    ...(rule.operation !== undefined && { operation: rule.operation }),
    kind: outcome.kind,
    ...(outcome.reason !== undefined && { reason: mask(outcome.reason) }),
    ...(outcome.skipped !== undefined && { skipped: outcome.skipped }),
    notes: outcome.notes.map(mask),
    requests: outcome.requests,
    durationMs: Math.round(outcome.durationMs),
    findings: outcome.failures.map((failure) => describeFailure(rule, failure, reporting)),
  };
}

function describeFailure(rule: Rule, failure: JudgedFailure, reporting: Reporting): Finding {
  const { suites, secrets, labelOf, baseUrl } = reporting;
  const { mask } = secrets;
  const { source = rule.source, exchanges } = failure;
  const rerun = rerunCommand(rule, failure, reporting);
  const last = exchanges.at(-1);
  const operation = last?.request.settings.operation;
  const traceId =
    last && hasResponse(last) ? firstOf(suites, (suite) => suite.traceOf?.(last)) : undefined;
  return {
    id: createHash('sha256')
      .update(`${rule.id}\n${failure.key ?? ''}`)
      .digest('hex')
      .slice(0, 8),
    kind: failure.kind,
    basis: failure.basis,
    source,
    label: labelOf(source),
    ...(last !== undefined && { request: nameRequest(last, secrets) }),
    expected: mask(failure.expected),
    got: mask(failure.got),
    ...(failure.key !== undefined && { key: mask(failure.key) }),
    ...(failure.about !== undefined && { about: mask(failure.about) }),
    ...(failure.note !== undefined && { note: mask(failure.note) }),
    ...(failure.sentBy !== undefined && { sentBy: failure.sentBy }),
    ...(failure.reason !== undefined && { reason: failure.reason }),
    ...(traceId !== undefined && { traceId: mask(traceId) }),
    ...(operation !== undefined && { operation }),
    exchanges: exchanges.map((exchange) => describeExchange(exchange, baseUrl, rerun, secrets)),
  };
}

/** The command that sends the requests of a finding again: with the same seed, a check sends the same requests. */
function rerunCommand(
  rule: Rule,
  { sentBy }: JudgedFailure,
  { rerun, secrets, tool, baseUrl, seed }: Reporting,
): string {
  const all = secrets.mask(rerun ?? `${tool.name} test ${baseUrl} --seed ${seed}`);
  if (!('watch' in rule)) return `${all} --only ${rule.id}`;
  // A rule about every response sends no requests of its own. If those of no check show it, only the whole run repeats them.
  return sentBy === undefined ? all : `${all} --only ${sentBy} ${rule.id}`;
}

// The name of a header is no secret, although a key may be called like it: `X-API-Key` and `local-api-key`.
const headerName = /(-H '[\w!#$%&*+.^`|~-]+: )/;

function maskCommand(curl: string, mask: (text: string) => string): string {
  const parts = curl.split(headerName);
  return parts.map((part, at) => (at % 2 === 1 ? part : mask(part))).join('');
}

/** The same outcome, with the secrets masked that have become known since. */
export function maskAgain(check: ReportedCheck, { mask, maskReceived }: Secrets): ReportedCheck {
  const maskExchange = (exchange: ReportedExchange): ReportedExchange => ({
    ...exchange,
    curl: maskCommand(exchange.curl, mask),
    ...(exchange.request !== undefined && { request: mask(exchange.request) }),
    ...(exchange.headers !== undefined && {
      headers: exchange.headers.map(([name, value]) => [mask(name), maskReceived(value)] as const),
    }),
    response: maskReceived(exchange.response),
  });
  return {
    ...check,
    ...(check.reason !== undefined && { reason: mask(check.reason) }),
    notes: check.notes.map(mask),
    findings: check.findings.map((finding) => ({
      ...finding,
      ...(finding.request !== undefined && { request: mask(finding.request) }),
      expected: mask(finding.expected),
      got: mask(finding.got),
      ...(finding.key !== undefined && { key: mask(finding.key) }),
      ...(finding.about !== undefined && { about: mask(finding.about) }),
      ...(finding.note !== undefined && { note: mask(finding.note) }),
      ...(finding.traceId !== undefined && { traceId: mask(finding.traceId) }),
      exchanges: finding.exchanges.map(maskExchange),
    })),
  };
}

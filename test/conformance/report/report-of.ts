import type { Exchange } from '../../../conformance/engine/http/exchange.ts';
import {
  type Header,
  headerOf,
  type RawRequest,
  type Request,
} from '../../../conformance/engine/http/request.ts';
import { writeRequest } from '../../../conformance/engine/http/write-request.ts';
import type { JudgedFailure } from '../../../conformance/engine/outcome.ts';
import { emptyProfile } from '../../../conformance/engine/profile/profile.ts';
import { consoleReport } from '../../../conformance/engine/report/console.ts';
import { ctrfReport } from '../../../conformance/engine/report/ctrf.ts';
import type { Entry } from '../../../conformance/engine/report/entry.ts';
import { fold } from '../../../conformance/engine/report/fold.ts';
import { githubAnnotations } from '../../../conformance/engine/report/github.ts';
import { htmlReport } from '../../../conformance/engine/report/html.ts';
import { keepJournal } from '../../../conformance/engine/report/journal.ts';
import { junitReport } from '../../../conformance/engine/report/junit.ts';
import { markdownReport } from '../../../conformance/engine/report/markdown.ts';
import { jsonReport, type Report } from '../../../conformance/engine/report/report.ts';
import { sarifReport } from '../../../conformance/engine/report/sarif.ts';
import type { RunEvent } from '../../../conformance/engine/run/run-options.ts';
import type { Secrets } from '../../../conformance/engine/secrets.ts';
import { defineSuite } from '../../../conformance/engine/suite.ts';
import { service } from '../../../conformance/suite/checks/service.ts';
import { tool } from '../../../conformance/suite/tool.ts';

export const baseUrl = 'http://127.0.0.1:8080';

/** Every report as a text. */
export const formats = {
  console: (report: Report) => consoleReport(report, { colour: false, columns: 80, verbose: true }),
  json: jsonReport,
  junit: junitReport,
  ctrf: ctrfReport,
  html: htmlReport,
  markdown: markdownReport,
  sarif: sarifReport,
  github: githubAnnotations,
};

export interface Received {
  readonly status?: number;
  readonly headers?: readonly Header[];
  readonly text: string;
}

/** A request as it is sent, and its response. */
export function exchangeOf(
  request: Request | RawRequest,
  { status = 200, headers = [], text }: Received,
): Exchange {
  const body = Buffer.from(text);
  return {
    number: 1,
    request: writeRequest(request, { host: '127.0.0.1:8080', prefix: '', headers: [] }),
    response: {
      status,
      headers,
      text,
      body,
      reason: '',
      header: (name) => headerOf(headers, name),
      headerAll: (name) => headers.filter(([given]) => given === name).map(([, value]) => value),
      json: undefined,
      protocolErrors: [],
      bytes: body,
      rest: Buffer.alloc(0),
    },
    startedAt: 0,
    durationMs: 1,
  };
}

const rule = {
  id: 'login/password-is-checked',
  rule: 'Rejects a login with a wrong password.',
  basis: 'shown',
  source: '4.1',
  operation: 'login',
} as const;

/** The outcome of a check that failed. */
const failedOutcome = (check: string, failures: readonly JudgedFailure[] = []) =>
  ({ check, kind: 'failed', failures, notes: [], requests: 1, durationMs: 1 }) as const;

/** The report of a run in which one check failed. */
export function reportOf(
  failure: Pick<JudgedFailure, 'exchanges'> & Partial<JudgedFailure>,
  secrets: Secrets,
): Report {
  const failed = {
    basis: 'shown',
    kind: 'failed',
    expected: 'a rejection',
    got: 'HTTP 200',
    ...failure,
  } as const;
  return reportOfEvents(
    [
      { type: 'started', rules: [rule], isPartial: false },
      { type: 'outcome', rule, outcome: failedOutcome(rule.id, [failed]) },
      {
        type: 'ended',
        ...{ durationMs: 1, requests: 1, coverage: [], withoutSuccess: [], stale: [], learned: [] },
        ...{ leftovers: [], lostRequests: [], stopReason: undefined },
      },
    ],
    { baseUrl, secrets, seed: 7 },
  );
}

/** The report of a run of the checks of the service that said this of itself. */
export function reportOfEvents(
  events: readonly RunEvent[],
  run: { readonly baseUrl: string; readonly secrets: Secrets; readonly seed: number },
): Report {
  const entries: Entry[] = [];
  const suites = [defineSuite(service)];
  const record = keepJournal(
    { ...run, profile: emptyProfile, suites, tool },
    (entry) => void entries.push(entry),
  );
  for (const event of events) record(event);
  const head = { tool, target: run.baseUrl, seed: run.seed } as const;
  return fold([{ type: 'started', ...head }, ...entries]);
}

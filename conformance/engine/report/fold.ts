import type { Rule } from '../check.ts';
import { describeGap, type Gap } from '../gap.ts';
import { type OutcomeKind, verdictOf, worstFirst } from '../outcome.ts';
import type { OperationCoverage } from '../run/coverage.ts';
import { engineTool } from '../tool.ts';
import { causesOf, inReport } from './causes.ts';
import { countSources, describeSource, type SourceDescription } from './describe-source.ts';
import type { Entry, RunHead } from './entry.ts';
import { notGone } from './made.ts';
import type { Report, ReportedCheck } from './report.ts';
import { nameSome } from './text.ts';

/** Makes the report of a run from its journal, also of a run that was ended in the middle. */
export function fold(entries: readonly Entry[]): Report {
  const facts = gather(entries);
  const { head, ended, killed, rules, outcomes, unjudged, describe } = facts;
  const stopReason = ended === undefined ? describeKilled(facts) : ended.stopReason;
  const { lostRequests = [], staleBaseline = [] } = ended ?? {};
  const extra = ended?.extra;
  const gaps = [...facts.gaps.values()];
  const leftovers = ended?.leftovers ?? notGone(entries).map(({ resource }) => resource);
  const isReplay = head.replayed !== undefined;
  const withoutSuccess = isReplay ? [] : (ended?.withoutSuccess ?? []);
  const noSuccess = isReplay ? undefined : ended?.noSuccess;
  const checks = rules
    .filter(({ id }) => !isReplay || id === head.replayed)
    .map((rule) => outcomes.get(rule.id) ?? notRun(rule, describe(rule.source).label, stopReason));
  return {
    version: 1,
    tool: head.tool,
    target: head.target,
    ...(head.document !== undefined && { document: head.document }),
    seed: head.seed,
    strict: head.strict,
    wire: head.wire,
    ...((head.isPartial || isReplay) && { partial: true }),
    startedAt: head.startedAt,
    durationMs: Math.round(ended?.durationMs ?? killed?.durationMs ?? 0),
    requests: ended?.requests ?? facts.requests,
    verdict: verdictOf({ checks, stopReason, withoutSuccess, noSuccess, gaps }, head.allowSkipped),
    ...(extra !== undefined && { extra }),
    ...(stopReason !== undefined && { stopReason }),
    ...(lostRequests.length > 0 && { lostRequests }),
    summary: countKinds(checks),
    causes: causesOf(checks).map(inReport),
    checks,
    coverage: ended?.coverage ?? [...facts.coverage.values()],
    ...(withoutSuccess.length > 0 && { withoutSuccess }),
    ...(noSuccess !== undefined && { noSuccess }),
    sources: countSources(checks, describe),
    staleBaseline,
    ...(gaps.length > 0 && { gaps }),
    ...(ended !== undefined && ended.learned.length > 0 && { learned: ended.learned }),
    ...(unjudged.length > 0 && { unjudged }),
    leftovers,
  };
}

const unknownHead: RunHead = {
  tool: engineTool,
  target: '',
  document: undefined,
  seed: 0,
  strict: false,
  wire: false,
  startedAt: new Date(0).toISOString(),
  isPartial: false,
  allowSkipped: false,
  replayed: undefined,
};

function gather(entries: readonly Entry[]) {
  let head = unknownHead;
  let ended: Extract<Entry, { type: 'ended' }> | undefined;
  let rules: readonly Rule[] = [];
  let killed: Extract<Entry, { type: 'killed' }> | undefined;
  let requests = 0;
  const coverage = new Map<string, OperationCoverage>();
  const begun = new Set<string>();
  const outcomes = new Map<string, ReportedCheck>();
  const sources = new Map<string, SourceDescription>();
  const gaps = new Map<string, Gap>();
  let unjudged: readonly string[] = [];

  for (const entry of entries) {
    switch (entry.type) {
      case 'started': {
        const { type: _, ...known } = entry;
        head = { ...head, ...known };
        break;
      }
      case 'planned':
        rules = entry.rules;
        break;
      case 'source':
        sources.set(entry.source, entry.description);
        break;
      case 'checking':
        begun.add(entry.check);
        break;
      case 'outcome':
        begun.delete(entry.check.id);
        outcomes.set(entry.check.id, entry.check);
        break;
      case 'progress':
        requests = entry.requests;
        for (const one of entry.coverage) coverage.set(one.operation, one);
        break;
      case 'gap':
        gaps.set(describeGap(entry.gap), entry.gap);
        break;
      case 'unjudged':
        unjudged = entry.reasons;
        break;
      case 'ended':
        ended = entry;
        break;
      case 'killed':
        killed = entry;
        break;
    }
  }
  const describe = (source: string) => sources.get(source) ?? describeSource(source);
  const found = { outcomes, requests, coverage, gaps, unjudged };
  return { head, ended, killed, rules, begun, ...found, describe };
}

/** Why a run has no end, and what it was doing. */
function describeKilled({ head, killed, rules, begun }: ReturnType<typeof gather>): string {
  const { reason = 'the run did not end', work } = killed ?? {};
  const running =
    rules.length === 0
      ? `reading ${head.document ?? 'its checks'}`
      : begun.size > 0
        ? `running ${nameSome([...begun], mostShown)}`
        : undefined;
  const doing = [running, work].filter((one) => one !== undefined).join(', and ');
  return doing === '' ? reason : `${reason}; it was ${doing}`;
}

const mostShown = 5;

function notRun(rule: Rule, label: string, reason = 'the check did not run'): ReportedCheck {
  return {
    ...rule,
    label,
    kind: 'skipped',
    reason,
    skipped: 'missing',
    notes: [],
    requests: 0,
    durationMs: 0,
    findings: [],
  };
}

function countKinds(checks: readonly ReportedCheck[]): Record<OutcomeKind, number> {
  const counts = worstFirst.map((kind) => [
    kind,
    checks.filter((check) => check.kind === kind).length,
  ]);
  // Each kind is there.
  return Object.fromEntries(counts) as Record<OutcomeKind, number>;
}

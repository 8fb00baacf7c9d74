import type { Report } from './report.ts';
import { count, type Style, shorten, wrap } from './text.ts';

/** The end of the terminal report: coverage, what was left on the server, the figures and the verdict. */
export function consoleSummary(report: Report, style: Style, width: number): string[] {
  return [
    coverage(report, width),
    sources(report, width),
    leftovers(report, width),
    lostRequests(report),
    verdict(report, style, width),
  ];
}

function coverage({ coverage: operations }: Report, width: number): string {
  const hasResponses = operations.some(({ declared, undeclared }) =>
    [...Object.values(declared), ...Object.values(undeclared)].some((times) => times > 0),
  );
  if (!hasResponses) return '';
  const lines = operations.flatMap(({ operation, requests, declared, undeclared }) => {
    if (requests === 0) return [`  ${operation}: no requests`];
    const statuses = Object.entries(declared);
    const seen = statuses.filter(([, times]) => times > 0).map(([status]) => status);
    const unseen = statuses.filter(([, times]) => times === 0).map(([status]) => status);
    const beyond = Object.keys(undeclared);
    const line = [
      `${operation} (${count(requests, 'request')}): ${seen.join(' ') || 'no declared status'}`,
      ...(unseen.length > 0 ? [`not seen ${unseen.join(' ')}`] : []),
      ...(beyond.length > 0 ? [`undeclared ${beyond.join(' ')}`] : []),
    ].join('; ');
    return [`  ${wrap(line, width - 2, '    ')}`];
  });
  return ['RESPONSES SEEN', ...lines].join('\n');
}

function sources({ sources: all }: Report, width: number): string {
  if (all.every(({ run }) => run === 0)) return '';
  const complete = all.filter(({ checks, run }) => checks === run).length;
  const partial = all.filter(({ checks, run }) => run > 0 && run < checks);
  const inPart = partial.map(({ source, checks, run }) => `${source} (${run} of ${checks} checks)`);
  const untested = all.filter(({ run }) => run === 0).map(({ source }) => source);
  const line = [
    `${complete} of ${count(all.length, 'clause, section or decision', 'clauses, sections and decisions')} tested in full`,
    ...(inPart.length > 0 ? [`in part: ${inPart.join(', ')}`] : []),
    ...(untested.length > 0 ? [`not tested: ${untested.join(', ')}`] : []),
  ].join('; ');
  return ['RULES TESTED', `  ${wrap(line, width - 2, '  ')}`].join('\n');
}

function leftovers({ leftovers: left }: Report, width: number): string {
  if (left.length === 0) return '';
  return ['LEFT ON THE SERVER', ...left.map((line) => `  ${wrap(line, width - 2, '    ')}`)].join('\n');
}

function lostRequests({ lostRequests: requests = [] }: Report): string {
  if (requests.length === 0) return '';
  return ['LAST REQUESTS WITHOUT A RESPONSE', ...requests.map((request) => `  ${shorten(request)}`)].join(
    '\n',
  );
}

function verdict(report: Report, style: Style, width: number): string {
  const { summary, checks, requests, durationMs, seed } = report;
  const parts = [
    `${summary.passed} passed`,
    ...(summary.failed > 0 ? [style('red', `${summary.failed} failed`)] : []),
    ...(summary.error > 0
      ? [style('magenta', count(summary.error, 'error in the tool', 'errors in the tool'))]
      : []),
    ...(summary.differs > 0 ? [style('yellow', `${summary.differs} differ`)] : []),
    ...(summary.known > 0 ? [`${summary.known} known`] : []),
    ...(summary.waived > 0 ? [`${summary.waived} waived`] : []),
    ...(summary.observed > 0 ? [`${summary.observed} observed`] : []),
    ...(summary.skipped > 0 ? [`${summary.skipped} skipped`] : []),
  ];
  const figures = `${count(checks.length, 'check')}: ${parts.join(', ')}; ${count(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`;
  return `${wrap(figures, width)}\n${describeVerdict(report, style, width)}`;
}

function describeVerdict(
  { verdict: kind, stopReason, target, strict }: Report,
  style: Style,
  width: number,
): string {
  switch (kind) {
    case 'passed':
      return style(
        'green',
        `${target} passed the contract tests${strict ? ', including the decisions' : ''}.`,
      );
    case 'failed':
      return style(
        'red',
        wrap(
          `${target} failed the contract tests${stopReason === undefined ? '' : `, and some checks were skipped: ${stopReason}`}.`,
          width,
        ),
      );
    case 'inconclusive':
      return style('magenta', wrap(`${target} could not be tested: ${stopReason ?? 'no check ran'}`, width));
  }
}

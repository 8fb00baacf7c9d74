import { outcomeKinds, worstFirst } from '../outcome.ts';
import type { SourceCoverage } from './describe-source.ts';
import { htmlPage, prose } from './html-page.ts';
import { notJudgedIn } from './not-judged.ts';
import type { Finding, Report, ReportedCheck } from './report.ts';
import type { ReportedExchange } from './reported-exchange.ts';
import { escapeMarkup as text } from './text.ts';

const verdictTexts = {
  passed: 'The server passed the contract tests',
  failed: 'The server failed the contract tests',
  inconclusive: 'The server could not be tested',
} as const satisfies Record<Report['verdict'], string>;

/**
 * The report as one HTML page that loads nothing else: no scripts, fonts or images.
 * @example await writeFile('report.html', htmlReport(report));
 */
export function htmlReport(report: Report): string {
  const { target, verdict, partial, stopReason, startedAt, durationMs, requests, seed } = report;
  const what =
    verdict === 'passed' && partial
      ? 'The server passed the selected checks'
      : verdictTexts[verdict];
  const figures = `${report.checks.length} checks, ${requests} requests in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}, ${startedAt}`;
  const body = `<header>
<h1>Contract tests of <code>${text(target)}</code></h1>
<p class="verdict ${verdict}">${what}${stopReason === undefined ? '' : `: ${text(stopReason)}`}</p>
<p>${text(figures)}</p>
<p>${worstFirst.flatMap((kind) => (report.summary[kind] > 0 ? `${report.summary[kind]} ${outcomeKinds[kind].counted[report.summary[kind] === 1 ? 0 : 1]}` : [])).join(', ')}</p>${lastRequests(report)}
</header>
<main>
${causes(report)}${coverage(report)}
${inFront.map((kind) => section(report, kind)).join('')}
${notJudged(report)}${behind.map((kind) => section(report, kind)).join('')}
${quotedSources(report)}
</main>`;
  return htmlPage({ title: `Contract tests of ${target}: ${verdict}`, style: reportStyle, body });
}

function lastRequests({ lostRequests = [] }: Report): string {
  if (lostRequests.length === 0) return '';
  return `<p>Last requests without a response:</p>${lostRequests.map(block).join('')}`;
}

function notJudged(report: Report): string {
  const parts = notJudgedIn(report);
  if (parts.length === 0) return '';
  const lines = parts.map((part) => `<p class="check">${text(part.text)}</p>`);
  return `<details class="skipped" open><summary><h2>Not judged <small>${parts.length}</small></h2></summary>
${lines.join('\n')}
</details>
`;
}

/** Where one cause shows in several cases, the list says what there is to repair. */
function causes({ causes: all, checks }: Report): string {
  const cases = checks.flatMap(({ kind, findings }) => (kind === 'failed' ? findings : [])).length;
  if (all.length === 0 || all.length === cases) return '';
  const items = all.map(({ title, basis, operations, checks: [first = ''] }) => {
    const where = operations.length === 0 ? '' : `: ${operations.join(', ')}`;
    return `<li><a href="#${text(first)}">${prose(title)}</a> <small>${text(`${basis}${where}`)}</small></li>`;
  });
  return `<section class="failed"><h2>Causes <small>${all.length} of ${cases} failed cases</small></h2><ol>
${items.join('\n')}
</ol></section>
`;
}

/** Open, and before the other checks. */
const inFront: readonly ReportedCheck['kind'][] = ['failed', 'error'];
/** The skipped checks come first, and all others are folded. */
const behind = [
  'skipped' as const,
  ...worstFirst.filter((kind) => ![...inFront, 'skipped'].includes(kind)),
];

function section(report: Report, kind: ReportedCheck['kind']): string {
  const checks = report.checks.filter((check) => check.kind === kind);
  if (checks.length === 0) return '';
  const { heading } = outcomeKinds[kind];
  const open = inFront.includes(kind);
  const sources = new Map(report.sources.map((source) => [source.source, source]));
  return `<details class="${kind}"${open || kind === 'skipped' ? ' open' : ''}><summary><h2>${heading} <small>${checks.length}</small></h2></summary>
${checks.map((check) => entry(check, sources, open)).join('\n')}
</details>
`;
}

function entry(check: ReportedCheck, sources: Sources, open: boolean): string {
  const { id, rule, reason, notes, findings } = check;
  // A case may rest on less than its check: a failure of `safety` never only differs.
  const { basis, source } = findings[0] ?? check;
  const more = [
    ...(reason === undefined ? [] : [`<p>${prose(reason)}</p>`]),
    ...notes.map((note) => `<p>${prose(note)}</p>`),
    ...findings.map((finding) => describe(finding, sources)),
  ].join('');
  const summary = `<code>${text(id)}</code> ${prose(rule)} <small>${text(basis)}, ${linkToSource(sources.get(source))}</small>`;
  if (more === '') return `<p class="check">${summary}</p>`;
  return `<details id="${text(id)}"${open ? ' open' : ''}><summary>${summary}</summary>${more}</details>`;
}

type Sources = ReadonlyMap<string, SourceCoverage>;

function describe(finding: Finding, sources: Sources): string {
  const { id, expected, got, note, sentBy, basis, source, traceId, exchanges } = finding;
  const rows = [
    row('expected', prose(expected)),
    row('got', prose(got)),
    row('source', `${text(basis)}, ${linkToSource(sources.get(source))}`),
    ...(note === undefined ? [] : [row('note', prose(note))]),
    ...(sentBy === undefined ? [] : [row('sent by', prose(sentBy))]),
    ...exchanges.flatMap(describeExchange),
    ...(traceId === undefined ? [] : [row('trace id', `<code>${text(traceId)}</code>`)]),
    row('finding', `<code>${id}</code>`),
  ];
  return `<dl>${rows.join('')}</dl>`;
}

function describeExchange({
  curl,
  request,
  status,
  headers = [],
  response,
}: ReportedExchange): string[] {
  const head = headers.map(([name, value]) => `${name}: ${value}\n`).join('');
  const received = status === undefined ? response : `HTTP ${status}\n${head}\n${response}`;
  return [
    ...(request === undefined
      ? []
      : [row('request', block(request.replaceAll('\\r\\n', '\\r\\n\n')))]),
    row('send', block(curl)),
    row('response', block(received)),
  ];
}

function block(content: string): string {
  return `<pre tabindex="0">${text(content)}</pre>`;
}

function row(name: string, value: string): string {
  return `<dt>${name}</dt><dd>${value}</dd>`;
}

/** A longer table of operations is folded. */
const mostOperations = 8;

function coverage({ coverage: operations }: Report): string {
  if (operations.length === 0) return '';
  const rows = operations.map(({ operation, requests, declared, undeclared }) => {
    const statuses = Object.entries(declared).map(
      ([status, times]) =>
        `<span class="${times > 0 ? 'seen' : 'unseen'}">${text(status)}&nbsp;×${times}</span>`,
    );
    const beyond = Object.entries(undeclared).map(
      ([status, times]) => `${text(status)}&nbsp;×${times}`,
    );
    return `<tr><th scope="row"><code>${text(operation)}</code></th><td>${requests}</td><td>${statuses.join(' ')}</td><td>${beyond.join(' ')}</td></tr>`;
  });
  const succeeded = operations.filter(({ successes }) => successes > 0).length;
  // The failures after it begin on the first screen.
  const open = operations.length <= mostOperations ? ' open' : '';
  return `<details class="coverage"${open}><summary><h2>Responses seen <small>${succeeded} of ${operations.length} operations with a success</small></h2></summary><div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">operation</th><th scope="col">requests</th><th scope="col">declared</th><th scope="col">undeclared</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></details>`;
}

const reportStyle = `
.verdict { font-size: 1.25rem; font-weight: 600; margin: .5rem 0; }
.verdict.passed { color: var(--green); } .verdict.failed { color: var(--red); } .verdict.inconclusive { color: var(--amber); }
.failed h2, .error h2 { color: var(--red); } .warning h2, .differs h2 { color: var(--amber); }
dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .25rem .75rem; margin: .75rem 0; }
dt { color: var(--dim); } dd { margin: 0; }
.sources { grid-template-columns: 14rem minmax(0, 1fr); } :target, :target + dd { background: var(--soft); }
.unseen { color: var(--dim); text-decoration: line-through; }
@media (max-width: 30rem) { dl, .sources { grid-template-columns: 1fr; } }
`;

/** Links a source to its words on the page, and the section of an RFC to the web. */
function linkToSource(source: SourceCoverage | undefined): string {
  if (source === undefined) return '';
  const href = source.text === undefined ? source.url : `#${anchorOf(source)}`;
  return href === undefined
    ? text(source.label)
    : `<a href="${text(href)}">${text(source.label)}</a>`;
}

function anchorOf({ kind, source }: SourceCoverage): string {
  return `${kind}-${source}`;
}

/** On the page itself, so that it says what the rules were at the time of the run. */
function quotedSources({ sources }: Report): string {
  const headings = new Set(sources.flatMap(({ heading }) => heading ?? []));
  return [...headings]
    .map((heading) => {
      const quoted = sources
        .filter((source) => source.heading === heading)
        .map((source) => {
          const words = prose(source.text ?? '').replaceAll('\n', '<br>');
          return `<dt id="${text(anchorOf(source))}">${text(source.label)}</dt><dd>${words}</dd>`;
        });
      return `<section><h2>${text(heading)}</h2><dl class="sources">${quoted.join('\n')}</dl></section>`;
    })
    .join('');
}

import { outcomeKinds, worstFirst } from '../../outcome.ts';
import { escapeMarkup as text } from '../escape-markup.ts';
import type { Finding, Report, ReportedCheck } from '../report.ts';
import type { ReportedExchange } from '../reported-exchange.ts';
import { htmlStyle } from './page-style.ts';
import { linkToSource, quotedSources } from './quoted-sources.ts';

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
  const { target, verdict, stopReason, startedAt, durationMs, requests, seed } = report;
  const figures = `${report.checks.length} checks, ${requests} requests in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}, ${startedAt}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Contract tests of ${text(target)}: ${verdict}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header>
<h1>Contract tests of <code>${text(target)}</code></h1>
<p class="verdict ${verdict}">${verdictText(report)}${stopReason === undefined ? '' : `: ${text(stopReason)}`}</p>
<p>${text(figures)}</p>${lastRequests(report)}
</header>
<main>
${worstFirst.map((kind) => section(report.checks, kind)).join('')}
${coverage(report)}
${quotedSources(report)}
</main>
</body>
</html>
`;
}

function verdictText({ verdict, partial }: Report): string {
  return verdict === 'passed' && partial ? 'The server passed the selected checks' : verdictTexts[verdict];
}

function lastRequests({ lostRequests = [] }: Report): string {
  if (lostRequests.length === 0) return '';
  return `<p>Last requests without a response:</p>${lostRequests.map(block).join('')}`;
}

function section(all: readonly ReportedCheck[], kind: ReportedCheck['kind']): string {
  const checks = all.filter((check) => check.kind === kind);
  if (checks.length === 0) return '';
  const { heading, level } = outcomeKinds[kind];
  const open = level !== 'note';
  return `<section class="${kind}"><h2>${heading} <small>${checks.length}</small></h2>
${checks.map((check) => entry(check, open)).join('\n')}
</section>
`;
}

function entry(
  { id, rule, strength, source, reason, notes, findings }: ReportedCheck,
  open: boolean,
): string {
  const more = [
    ...(reason === undefined ? [] : [`<p>${text(reason)}</p>`]),
    ...notes.map((note) => `<p>${text(note)}</p>`),
    ...findings.map(describe),
  ].join('');
  const summary = `<code>${text(id)}</code> ${text(rule)} <small>${text(strength)}, ${linkToSource(source)}</small>`;
  if (more === '') return `<p class="check">${summary}</p>`;
  return `<details id="${text(id)}"${open ? ' open' : ''}><summary>${summary}</summary>${more}</details>`;
}

function describe(finding: Finding): string {
  const { id, expected, got, note, strength, source, traceId, exchanges } = finding;
  const rows = [
    row('expected', text(expected)),
    row('got', text(got)),
    row('source', `${text(strength)}, ${linkToSource(source)}`),
    ...(note === undefined ? [] : [row('note', text(note))]),
    ...exchanges.flatMap(describeExchange),
    ...(traceId === undefined ? [] : [row('trace id', `<code>${text(traceId)}</code>`)]),
    row('finding', `<code>${id}</code>`),
  ];
  return `<dl>${rows.join('')}</dl>`;
}

function describeExchange({ curl, request, status, headers = [], response }: ReportedExchange): string[] {
  const head = headers.map(([name, value]) => `${name}: ${value}\n`).join('');
  const received = status === undefined ? response : `HTTP ${status}\n${head}\n${response}`;
  return [
    ...(request === undefined ? [] : [row('request', block(request.replaceAll('\\r\\n', '\\r\\n\n')))]),
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

function coverage({ coverage: operations }: Report): string {
  if (operations.length === 0) return '';
  const rows = operations.map(({ operation, requests, declared, undeclared }) => {
    const statuses = Object.entries(declared).map(
      ([status, times]) =>
        `<span class="${times > 0 ? 'seen' : 'unseen'}">${text(status)}&nbsp;×${times}</span>`,
    );
    const beyond = Object.entries(undeclared).map(([status, times]) => `${text(status)}&nbsp;×${times}`);
    return `<tr><th scope="row"><code>${text(operation)}</code></th><td>${requests}</td><td>${statuses.join(' ')}</td><td>${beyond.join(' ')}</td></tr>`;
  });
  return `<section><h2>Responses seen</h2><div class="wide" tabindex="0"><table>
<thead><tr><th scope="col">operation</th><th scope="col">requests</th><th scope="col">declared</th><th scope="col">undeclared</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

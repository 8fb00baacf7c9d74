import { worstFirst } from '../outcome.ts';
import { causesOf } from './causes.ts';
import { whyInconclusive } from './console.ts';
import { notJudgedIn } from './not-judged.ts';
import type { Report } from './report.ts';
import { count, describeFinding, escapeMarkup, fitForTerminal } from './text.ts';

// GitHub shows a summary of at most 1 MiB.
const mostCauses = 50;
const mostCharacters = 4_000;

/**
 * The report as Markdown, for the summary of a job or a comment: the verdict, the figures, and each cause with a request that
 * shows it.
 * @example await appendFile(process.env.GITHUB_STEP_SUMMARY, markdownReport(report));
 */
export function markdownReport(given: Report): string {
  const report = fitForTerminal(given);
  const causes = causesOf(report.checks);
  const shown = causes.slice(0, mostCauses);
  const left = causes.length - shown.length;
  const sections = [
    `## Contract tests: ${report.verdict}`,
    inText(report.target) + (report.document === undefined ? '' : `, ${inText(report.document)}`),
    report.verdict === 'inconclusive' ? inText(whyInconclusive(report)) : '',
    figures(report),
    ...shown.map((cause) => describeCause(cause)),
    left > 0 ? `and ${count(left, 'more cause')}` : '',
    list(
      'Not judged',
      notJudgedIn(report).map(({ text }) => text),
    ),
    list('Left on the server', report.leftovers),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function figures({ summary, requests, durationMs, coverage, seed }: Report): string {
  const kinds = worstFirst.filter((kind) => summary[kind] > 0);
  const succeeded = coverage.filter(({ successes }) => successes > 0).length;
  const cells = [
    ...kinds.map((kind) => [kind, summary[kind]] as const),
    ['operations with a success', `${succeeded} of ${coverage.length}`] as const,
    ['requests', requests] as const,
    ['seconds', (durationMs / 1000).toFixed(1)] as const,
    ['seed', seed] as const,
  ];
  const row = (parts: readonly (string | number)[]) => `| ${parts.join(' | ')} |`;
  return [
    row(cells.map(([name]) => name)),
    row(cells.map(() => '---:')),
    row(cells.map(([, figure]) => figure)),
  ].join('\n');
}

function describeCause({ title, cases, operations }: ReturnType<typeof causesOf>[number]): string {
  const [{ check, finding }] = cases;
  const all = cases.length === 1 ? '' : ` (${count(cases.length, 'case')})`;
  const text = describeFinding(finding);
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text;
  return [
    `<details><summary><b>${inText(title)}</b>${all}: ${inText(operations.join(', '))}</summary>`,
    `<p>${inText(`${check.id}: ${check.rule}`)}</p>`,
    // An empty line would end the block, and the rest would be read as Markdown.
    `<pre>${cut.split('\n').map(escapeMarkdown).join('<br>')}</pre>`,
    '</details>',
  ].join('\n');
}

function list(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return [`### ${heading}`, '', ...lines.map((line) => `- ${inText(line)}`)].join('\n');
}

/** Text of a server or a document, in which nothing is Markdown, nor a mention of someone. */
function inText(text: string): string {
  return escapeMarkdown(text.replaceAll(/\s+/g, ' '));
}

function escapeMarkdown(text: string): string {
  // Escaped markup has a # of its own.
  return escapeMarkup(text).replaceAll(
    /[\\`*_[\]!|~@]|(?<!&)#/g,
    (letter) => `&#${letter.charCodeAt(0)};`,
  );
}

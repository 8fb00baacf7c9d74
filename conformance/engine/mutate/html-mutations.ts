import { groupBy } from '../group-by.ts';
import { htmlPage, prose } from '../report/html-page.ts';
import { count, escapeMarkup as text } from '../report/text.ts';
import { truncate } from '../truncate.ts';
import { responseText, worstFirst } from './console-mutations.ts';
import { mutationsStyle } from './html-style.ts';
import { type ComparedLine, compareLines } from './line-changes.ts';
import { mutationKinds, tellingFirst } from './mutation.ts';
import {
  type MutatedOperation,
  type MutationReport,
  scoreText,
  survivorsOf,
  type TriedMutation,
} from './mutation-report.ts';

/** The report as one page to look at: the score, a bar for each operation, and what no test noticed, side by side. */
export function htmlMutations(report: MutationReport): string {
  const title = `Mutation score of the tests of ${report.target}: ${scoreText(report)}`;
  const body = `<header>
<h1>Would the tests of <code>${text(report.target)}</code> notice?</h1>
${hero(report)}
</header>
<main>
${byOperation(report)}${byKind(report)}${survivors(report)}${notCalled(report)}
</main>`;
  return htmlPage({ title, style: mutationsStyle, body });
}

const shownCommand = 200;

function hero(report: MutationReport): string {
  const { score = 0, noticed, survived, inconclusive, command } = report;
  const all = noticed + survived;
  const said =
    inconclusive === undefined
      ? `<p class="said">The tests noticed <strong>${noticed}</strong> of ${count(all, 'change')} of responses.</p>`
      : `<p class="said open">Inconclusive: ${text(inconclusive)}.</p>`;
  return `<div class="hero">
<div class="ring" role="img" aria-label="Score ${scoreText(report)}" style="--share: ${score.toFixed(2)}%"><b>${scoreText(report)}</b><span>noticed</span></div>
<div>${said}
<p><code>${text(truncate(command, shownCommand))}</code></p>
<p><small>${text(figures(report))}</small></p></div>
</div>`;
}

function figures(report: MutationReport): string {
  const { left, unreached, durationMs, testsMs, seed, startedAt, unknownRequests } = report;
  const parts = [
    `${seconds(durationMs)} in all, ${seconds(testsMs)} for a run of the tests`,
    ...(left === 0 ? [] : [`${left} changes not tried before --max-time`]),
    ...(unreached === 0 ? [] : [`${unreached} not reached again`]),
    ...(unknownRequests === 0
      ? []
      : [`${count(unknownRequests, 'request')} to no operation of the document`]),
    `seed ${seed}`,
    startedAt,
  ];
  return parts.join(' · ');
}

function byOperation({ operations }: MutationReport): string {
  const rows = worstFirst(operations).map((one) => {
    const name = `<code>${text(one.operation)}</code>`;
    const link = one.survived === 0 ? name : `<a href="#${anchorOf(one.operation)}">${name}</a>`;
    return `<li>${link}${bar(one)}</li>`;
  });
  if (rows.length === 0) return '';
  return `<section><h2>Operations <small>those whose tests notice the least first</small></h2><ol class="bars">
${rows.join('\n')}
</ol></section>
`;
}

function byKind({ mutations }: MutationReport): string {
  const rows = tellingFirst.flatMap((kind) => {
    const own = mutations.filter((one) => one.kind === kind && one.result !== 'unreached');
    if (own.length === 0) return [];
    const noticed = own.filter(({ result }) => result === 'noticed').length;
    return `<li><span>${text(mutationKinds[kind])}</span>${bar({ noticed, survived: own.length - noticed })}</li>`;
  });
  if (rows.length === 0) return '';
  return `<section><h2>Kinds of changes <small>the most telling first</small></h2><ol class="bars">
${rows.join('\n')}
</ol></section>
`;
}

function bar({ noticed, survived }: Pick<MutatedOperation, 'noticed' | 'survived'>): string {
  const all = noticed + survived;
  const share = ((100 * noticed) / all).toFixed(1);
  return `<span class="bar" style="--share: ${share}%"></span><small>${noticed} of ${all}</small>`;
}

function survivors(report: MutationReport): string {
  const all = survivorsOf(report);
  if (all.length === 0) return '';
  const groups = groupBy(all, ({ operation }) => operation);
  const order = worstFirst(report.operations).filter(({ operation }) => groups.has(operation));
  const sections = order.map(({ operation }) => {
    const own = groups.get(operation) ?? [];
    return `<section id="${anchorOf(operation)}"><h3><code>${text(operation)}</code> <small>${own.length}</small></h3>
${own.map(survivor).join('\n')}</section>`;
  });
  return `<section><h2>No test noticed <small>${count(all.length, 'change')}</small></h2>
${sections.join('\n')}</section>
`;
}

function survivor({ status, kind, what, before, after }: TriedMutation, at: number): string {
  const summary = `<summary><b>${prose(what)}</b> <small>HTTP ${status}: ${text(mutationKinds[kind])}</small></summary>`;
  if (before === undefined || after === undefined) return `<details>${summary}</details>`;
  const lines = compareLines(responseText(before), responseText(after));
  const side = (name: string, list: readonly ComparedLine[]) =>
    `<figure class="${name === 'before' ? 'was' : 'is'}"><figcaption>${name}</figcaption><pre tabindex="0">${list.map(marked).join('\n')}</pre></figure>`;
  // The first one shows what all are like.
  return `<details${at === 0 ? ' open' : ''}>${summary}<div class="sides">${side('before', lines.before)}${side('after', lines.after)}</div></details>`;
}

function marked({ text: line, isChanged }: ComparedLine): string {
  return isChanged ? `<mark>${text(line)}</mark>` : text(line);
}

function notCalled({ notCalled: names, operations }: MutationReport): string {
  if (names.length === 0) return '';
  const items = names.map((name) => `<li><code>${text(name)}</code></li>`);
  return `<section><h2>Called by no test <small>${names.length} of ${count(names.length + operations.length, 'operation')}</small></h2><ul class="chips">
${items.join('\n')}
</ul></section>
`;
}

function anchorOf(operation: string): string {
  return text(`of-${encodeURIComponent(operation)}`);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

import { describeSource } from '../describe-source.ts';
import { escapeMarkup as text } from '../escape-markup.ts';
import type { Report } from '../report.ts';

/** Links a clause or a decision to its words on the page, and the section of an RFC to the web. */
export function linkToSource(source: string): string {
  const { label, text: words, url } = describeSource(source);
  const href = words === undefined ? url : `#${anchorOf(source)}`;
  return href === undefined ? text(label) : `<a href="${text(href)}">${text(label)}</a>`;
}

function anchorOf(source: string): string {
  return `${describeSource(source).kind}-${source}`;
}

/**
 * The words of the clauses and decisions that the checks rest on. They are on the page, so that it can be read without the
 * documentation and says what the rules were at the time of the run.
 */
export function quotedSources({ checks }: Report): string {
  const used = checks.flatMap(({ source, findings }) => [source, ...findings.map((one) => one.source)]);
  const sources = [...new Set(used)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return [
    section('What the source says', sources, 'clause'),
    section('What we decided', sources, 'decision'),
  ].join('');
}

function section(heading: string, sources: readonly string[], kind: 'clause' | 'decision'): string {
  const quoted = sources.flatMap((source) => {
    const described = describeSource(source);
    if (described.kind !== kind) return [];
    const words = text(described.text ?? '').replaceAll('\n', '<br>');
    return [`<dt id="${text(anchorOf(source))}">${text(described.label)}</dt><dd>${words}</dd>`];
  });
  if (quoted.length === 0) return '';
  return `<section><h2>${heading}</h2><dl class="sources">${quoted.join('\n')}</dl></section>`;
}

import type { Marked } from './document.ts';

export const secretWarning = 'Secret: keep it out of logs, addresses and messages.';

/** The slugs of the decisions that an element rests on. */
export function decisionsOf({ 'x-decision': decisions = [] }: Marked): readonly string[] {
  return typeof decisions === 'string' ? [decisions] : decisions;
}

/** Where a decision is explained, from the folder of the page. */
export function decisionLink(slug: string, extension: 'html' | 'md'): string {
  return `decisions.${extension}#${encodeURIComponent(slug)}`;
}

/** The marks of an element as Markdown, for a text that other tools draw; empty without any. */
export function markdownMarks(element: Marked, { extension = 'html', base = '' } = {}): string {
  const warning = element['x-secret'] === true ? [`**${secretWarning}**`] : [];
  const kind = extension === 'md' ? 'md' : 'html';
  const badges = decisionsOf(element).map(
    (slug) => `[decision: ${slug}](${base}${decisionLink(slug, kind)})`,
  );
  return [...warning, ...badges].join(' · ');
}

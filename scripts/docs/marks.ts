import type { Deprecation, Marked } from '../contract/document.ts';

export const secretWarning = 'Secret: keep it out of logs, addresses and messages.';

/** The slugs of the decisions that an element rests on. */
export function decisionsOf({ 'x-decision': decisions = [] }: Marked): readonly string[] {
  return typeof decisions === 'string' ? [decisions] : decisions;
}

/** How a deprecated element ends; `undefined` for one that stays. */
export function deprecationOf(element: Marked): Deprecation | undefined {
  return element.deprecated === true ? element['x-deprecation'] : undefined;
}

export function deprecationNotice({ since, sunset }: Deprecation): string {
  return `Deprecated since ${since}, may be gone from ${sunset}.`;
}

export const deprecationLinkText = 'What to do instead';

/** Where a decision is explained, from the folder of the page. */
export function decisionLink(slug: string, extension: 'html' | 'md'): string {
  return `decisions.${extension}#${encodeURIComponent(slug)}`;
}

/** The marks of an element as Markdown, for a text that other tools draw; empty without any. */
export function markdownMarks(element: Marked, { extension = 'html', base = '' } = {}): string {
  const deprecation = deprecationOf(element);
  const ending = deprecation
    ? [
        `**${deprecationNotice(deprecation)}** [${deprecationLinkText}](${destination(deprecation)})${inPlace(deprecation)}`,
      ]
    : [];
  const warning = element['x-secret'] === true ? [`**${secretWarning}**`] : [];
  const kind = extension === 'md' ? 'md' : 'html';
  const badges = decisionsOf(element).map(
    (slug) => `[decision: ${slug}](${base}${decisionLink(slug, kind)})`,
  );
  return [...ending, ...warning, ...badges].join(' · ');
}

function inPlace({ successor }: Deprecation): string {
  return successor === undefined ? '' : `: \`${successor}\``;
}

// Parentheses would end it early (CommonMark 0.31, 6.3).
function destination({ link }: Deprecation): string {
  return link.replaceAll('(', '%28').replaceAll(')', '%29');
}

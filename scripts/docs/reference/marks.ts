import type { Deprecation, Marked } from '../../contract/document.ts';

export const secretWarning = 'Secret: keep it out of logs, addresses and messages.';

/** The slugs of the decisions that an element rests on. */
function decisionsOf({ 'x-decision': decisions = [] }: Marked): readonly string[] {
  return typeof decisions === 'string' ? [decisions] : decisions;
}

/** How a deprecated element ends; `undefined` for one that stays. */
export function deprecationOf(element: Marked): Deprecation | undefined {
  return element.deprecated === true ? element['x-deprecation'] : undefined;
}

export function deprecationNotice({ since, sunset }: Deprecation): string {
  return `Deprecated since ${since}, may be gone from ${sunset}.`;
}

interface MarkOptions {
  readonly extension?: 'html' | 'md';
  /** The way to the root of the site, such as `../`. */
  readonly base?: string;
  /** Whether the operations are on the same page, to be linked. */
  readonly linked?: boolean;
}

/** The marks of an element in Markdown; empty without any. */
export function markdownMarks(element: Marked, options: MarkOptions = {}): string {
  const { extension = 'html', base = '', linked = false } = options;
  const deprecation = deprecationOf(element);
  const ending = deprecation
    ? [
        `**${deprecationNotice(deprecation)}** [What to do instead](${destination(deprecation)})${inPlace(deprecation, linked)}`,
      ]
    : [];
  const warning = element['x-secret'] === true ? [`**${secretWarning}**`] : [];
  const badges = decisionsOf(element).map(
    (slug) => `[decision: ${slug}](${base}decisions.${extension}#${encodeURIComponent(slug)})`,
  );
  return [...ending, ...warning, ...badges].join(' · ');
}

/** The class by which a page styles the link or the warning of a mark. */
export function classOfMark(text: string): string | undefined {
  if (text.startsWith('decision: ')) return 'badge';
  if (text.startsWith('Deprecated since ')) return 'ending';
  return text === secretWarning ? 'secret' : undefined;
}

function inPlace({ successor }: Deprecation, linked: boolean): string {
  if (successor === undefined) return '';
  return linked ? `: [\`${successor}\`](#${successor})` : `: \`${successor}\``;
}

// Parentheses would end it early (CommonMark 0.31, 6.3).
function destination({ link }: Deprecation): string {
  return link.replaceAll('(', '%28').replaceAll(')', '%29');
}

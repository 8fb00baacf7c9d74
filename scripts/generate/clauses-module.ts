import type { Clause } from '../clauses/read-clauses.ts';

/** `generated/clauses.ts`: the clauses of the source by their id, for the reports of the contract tests. */
export function clausesModuleOf(clauses: readonly Clause[]): string {
  const byId = Object.fromEntries(
    clauses.map(({ id, section, title, text }) => [id, { section, title, text }]),
  );
  return [
    '// Generated from docs/reference/interface.md by `npm run generate`. Do not edit.',
    '',
    '/** A clause of the source: the section that it is in, and its words, one line per paragraph, item or row. */',
    'export interface Clause {',
    '  readonly section: string;',
    '  readonly title: string;',
    '  readonly text: string;',
    '}',
    '',
    `export const clauses: Readonly<Record<string, Clause>> = ${JSON.stringify(byId, null, 2)};`,
    '',
  ].join('\n');
}

/** `generated/decisions.ts`: the sections of `docs/explanation/decisions.md` by their slug, for the reports of the contract tests. */
export function decisionsModuleOf(markdown: string): string {
  const sections = markdown.split(/^## /m).slice(1);
  const bySlug = Object.fromEntries(sections.map((section) => sectionOf(section)));
  return [
    '// Generated from docs/explanation/decisions.md by `npm run generate`. Do not edit.',
    '',
    '/** What each decision says, by its slug: one line per paragraph or item, without Markdown. */',
    `export const decisions: Readonly<Record<string, string>> = ${JSON.stringify(bySlug, null, 2)};`,
    '',
  ].join('\n');
}

function sectionOf(section: string): [slug: string, text: string] {
  const [slug = '', ...rest] = section.split('\n');
  const text = rest
    .join('\n')
    .replaceAll(/\*\*(.+?)\*\*/gs, '$1')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    // A line that continues a paragraph or an item.
    .replaceAll(/(?<!\n)\n(?!\n|- |\d+\. ) */g, ' ')
    .replaceAll(/\n\n+/g, '\n');
  return [slug.trim(), text.trim()];
}

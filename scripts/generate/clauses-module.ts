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

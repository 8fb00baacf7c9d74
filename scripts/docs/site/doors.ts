import { type Html, html } from '../markdown/html.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';

/** What the README shows first: a program, and a section for each kind of reader. */
export interface Doors {
  readonly lead: string;
  readonly sample: Html;
  readonly doors: readonly { readonly title: string; readonly shown: Html }[];
}

/** @throws Error when the README has no program or no doors */
export function readDoors(readme: string): Doors {
  const [first = '', ...sections] = readme.split(/^(?=## )/m);
  const [, lead = ''] = /^# [^\n]*\n+(.*?)\n\n/s.exec(first) ?? [];
  const sample = first.slice(first.indexOf('```ts'));
  // A door has commands and what they print.
  const doors = sections
    .map((section) => /^## ([^\n]*)\n+(.*```text\n.*?```)/s.exec(section))
    .filter((match) => match !== null)
    .map(([, title = '', text = '']) => ({ title, shown: html`${renderMarkdown(text).html}` }));
  if (lead === '' || !sample.startsWith('```ts') || doors.length !== 3)
    throw new Error('README.md must have a lead, a program, and three sections that show a command');
  return { lead: lead.replaceAll('\n', ' '), sample: renderMarkdown(sample).html, doors };
}

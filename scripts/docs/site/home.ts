import { posix } from 'node:path';
import type { Document } from '../../contract/document.ts';
import { type OperationEntry, operationsOf } from '../../contract/operations.ts';
import { type Content, type Html, html } from '../markdown/html.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { deprecationNotice, deprecationOf } from '../reference/marks.ts';
import { referenceEntry } from '../reference/reference-page.ts';
import { audiences } from './navigation.ts';
import { shell } from './shell.ts';
import type { Entry } from './site-file.ts';
import { contentTypes } from './write-site.ts';

/** The first page: what this is, a program, a section for each kind of reader, and where everything else is. */
export function home(document: Document, readme: string, entries: readonly Entry[]): string {
  const { title, summary = '', version } = document.info;
  const { lead, sample, sections } = readReadme(readme);
  return shell({
    entry: { path: 'index.html', title, summary },
    entries,
    wide: true,
    main: html`<div class="home">
<div class="hero">
<div>
<p class="quiet">Contract ${version}</p>
<h1>${title}</h1>
<p class="lede">${lead}</p>
<p class="actions">${actions(entries)}</p>
</div>
<div class="sample">${sample}</div>
</div>
<div class="audiences">${sections.map(({ title: name, shown }) => audienceSection(name, shown, entries))}</div>
<section aria-labelledby="operations">
<h2 id="operations">Operations</h2>
<ul class="cards">${operationsOf(document).map(operationCard)}</ul>
</section>
${files(entries)}
</div>`,
  });
}

function actions(entries: readonly Entry[]): readonly Html[] {
  const [first] = entries.filter(({ place }) => place?.kind === 'tutorials');
  const others = entries.filter(({ group }) => group === 'reference');
  return [first, ...others].map(
    (entry, at) =>
      html`${entry && html`<a class="${at === 0 ? 'button main' : 'button'}" href="${entry.path}">${entry.title}</a> `}`,
  );
}

function audienceSection(title: string, shown: Html, entries: readonly Entry[]): Html {
  const audience = audiences.find((one) => one.title === title);
  if (audience === undefined) throw new Error(`navigation.ts has no audience "${title}"`);
  const guides = entries.filter(
    ({ place }) => place?.audience === audience.id && /tutorials|how-to/.test(place.kind),
  );
  return html`<section class="audience" aria-labelledby="${audience.id}">
<h2 id="${audience.id}">${title}</h2>
${shown}
<ul class="guides">${guides.map(({ path, title: name }) => html`<li><a href="${path}">${name}</a></li>`)}</ul>
</section>`;
}

function operationCard({ operation, method, path }: OperationEntry): Html {
  const ending = deprecationOf(operation);
  return html`<li class="card">
<h3><a href="${referenceEntry.path}#${operation.operationId}">${operation.summary}</a></h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${ending && html`<p>${deprecationNotice(ending)}</p>`}</li>`;
}

function files(entries: readonly Entry[]): Content {
  const own = entries.filter(({ group }) => group === 'files');
  return (
    own.length > 0 &&
    html`<section aria-labelledby="files">
<h2 id="files">Files</h2>
<ul class="files">${own.map(
      ({ path, title, summary }) =>
        html`<li><a href="${path}" type="${contentTypes[posix.extname(path)]?.replace(/;.*/, '')}">${title}</a> ${summary}</li>`,
    )}</ul>
</section>`
  );
}

/** What the README shows first: a program, and a section for each kind of reader. */
function readReadme(readme: string) {
  const [first = '', ...chapters] = readme.split(/^(?=## )/m);
  const [, lead = ''] = /^# [^\n]*\n+(.*?)\n\n/s.exec(first) ?? [];
  const sample = first.slice(first.indexOf('```ts'));
  // A section has commands and what they print.
  const sections = chapters
    .map((section) => /^## ([^\n]*)\n+(.*```text\n.*?```)/s.exec(section))
    .filter((match) => match !== null)
    .map(([, title = '', text = '']) => ({ title, shown: html`${renderMarkdown(text).html}` }));
  if (lead === '' || !sample.startsWith('```ts') || sections.length !== 3)
    throw new Error(
      'README.md must have a lead, a program, and three sections that show a command',
    );
  return { lead: lead.replaceAll('\n', ' '), sample: renderMarkdown(sample).html, sections };
}

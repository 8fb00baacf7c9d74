import type { Document } from '../../contract/document.ts';
import { type OperationEntry, operationsOf } from '../../contract/operations.ts';
import { type Content, type Html, html } from '../markdown/html.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { sectionOf } from '../reference/advice.ts';
import { deprecationNotice, deprecationOf } from '../reference/marks.ts';
import { plainPath } from '../reference/plain-reference.ts';
import { shell } from './shell.ts';
import type { Entry } from './site-file.ts';

/** The first page: what this is, how to make the first calls, and where everything else is. */
export function home(document: Document, entries: readonly Entry[]): string {
  const { title, summary = '', version, description = '' } = document.info;
  return shell({
    path: 'index.html',
    title,
    description: summary,
    entries,
    wide: true,
    main: html`<div class="hero">
<p class="version">Contract ${version}</p>
<h1>${title}</h1>
<p class="lede">${summary}</p>
<p class="actions">${actions(entries)}</p>
</div>
<section aria-labelledby="operations">
<h2 id="operations">Operations</h2>
<ul class="cards">${operationsOf(document).map(operationCard)}</ul>
</section>
<section class="prose">
${renderMarkdown(sectionOf(description, 'Getting started')).html}
</section>
${list('reference', 'Reference', entries)}
${list('guides', 'Guides', entries)}
${list('files', 'Files', entries)}`,
  });
}

function actions(entries: readonly Entry[]): readonly Html[] {
  const reference = entries.filter(({ group }) => group === 'reference');
  return reference.map(
    ({ path, title }, at) =>
      html`<a class="${at === 0 ? 'button main' : 'button'}" href="${path}">${title}</a> `,
  );
}

function operationCard({ operation, method, path }: OperationEntry): Html {
  const ending = deprecationOf(operation);
  return html`<li class="card">
<h3><a href="${plainPath}#${operation.operationId}">${operation.summary}</a></h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${
  ending &&
  html`<p>${deprecationNotice(ending)}</p>
`
}</li>
`;
}

function list(group: Entry['group'], title: string, entries: readonly Entry[]): Content {
  const own = entries.filter((entry) => entry.group === group);
  return (
    own.length > 0 &&
    html`<section aria-labelledby="${group}">
<h2 id="${group}">${title}</h2>
<ul class="cards">${own.map(
      ({ path, title, summary }) => html`<li class="card">
<h3><a href="${path}"${group === 'files' && html` type="${typeOf(path)}"`}>${title}</a></h3>
<p>${summary}</p>
</li>
`,
    )}</ul>
</section>
`
  );
}

function typeOf(path: string): string {
  if (path.endsWith('.json')) return 'application/json';
  return path.endsWith('.yaml') ? 'application/yaml' : 'text/plain';
}

import type { Document } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { baseAddress } from '../../samples/call.ts';
import { downloadPaths } from '../downloads/downloads.ts';
import { type Content, type Html, html, slug } from '../markdown/html.ts';
import { shell, sitePolicy } from '../site/shell.ts';
import type { Entry } from '../site/site-file.ts';
import { reasonSections } from './failures.ts';
import { credentialsSection, headersSection } from './headers.ts';
import { htmlMarks } from './marks.ts';
import { operationSection, route } from './operation-section.ts';
import { heading, introductionSections, openReference, part, type Reference } from './reference.ts';
import { copyButton } from './sample-panel.ts';

export const referenceEntry: Entry = {
  path: 'reference.html',
  title: 'API reference',
  summary:
    'Every operation, field and failure, with examples in curl, TypeScript, JavaScript and Python.',
  group: 'reference',
};

// The script calls only the host of the page, to learn whether it is the service.
const referencePolicy = `${sitePolicy}; connect-src 'self'`;

/** The whole contract on one page, which works without its script. */
export function referencePage(document: Document, entries: readonly Entry[]): string {
  const reference = openReference(document);
  return shell({
    entry: referenceEntry,
    entries,
    wide: true,
    policy: referencePolicy,
    styles: ['reference.css'],
    main: html`<div class="reference">
${referenceMenu(document)}
<div class="parts">
${introduction(reference)}${credentialsSection(reference)}${tagSections(reference)}${reasonSections(reference)}${headersSection(reference)}</div>
</div>
<script src="reference.js" defer></script>`,
  });
}

function introduction(reference: Reference): Html {
  const { document, prose } = reference;
  const { info, openapi } = document;
  const [lead] = (info.description ?? '').split(/^(?=## )/m);
  return html`${part(
    html`<h1>${info.title}</h1>
<p class="lede">${info.summary}</p>
${prose(lead)}<p class="quiet">Contract ${info.version}, OpenAPI ${openapi}: <a href="${downloadPaths.get('generated/openapi.yaml')}">YAML</a>, <a href="${downloadPaths.get('generated/openapi.json')}">JSON</a></p>
${htmlMarks(info)}${htmlMarks(document)}`,
    addressPanel(document),
  )}${introductionSections(document).map(({ markdown }) => part(prose(markdown)))}`;
}

function addressPanel(document: Document): Html {
  return html`<div class="panel" role="group" aria-label="Base address and operations">
<div class="code">
<div class="bar"><span class="title">Base address</span>${copyButton('the base address')}</div>
<pre tabindex="0"><code><span class="base">${baseAddress(document)}</span></code></pre>
</div>
<div class="code">
<div class="bar"><span class="title">Operations</span></div>
<ul class="operations">${operationsOf(document).map(
    ({
      operation,
      method,
      path,
    }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a>
${route(method, path)}</li>`,
  )}</ul>
</div>
</div>`;
}

function tagSections(reference: Reference): Html {
  const { document, prose } = reference;
  const operations = operationsOf(document);
  return html`${(document.tags ?? []).map(
    ({ name, description }) =>
      html`${part(html`${heading(2, `tag-${slug(name)}`, name)}${prose(description)}`)}${operations
        .filter(({ operation }) => operation.tags?.includes(name))
        .map((entry) => operationSection(reference, entry))}`,
  )}`;
}

/** The menu: every section and operation, and the choice whether to show notes for implementers. */
function referenceMenu(document: Document): Html {
  const operations = operationsOf(document);
  const { components = {}, tags = [] } = document;
  return html`<nav class="menu" aria-label="Reference">
<details>
<summary>Contents</summary>
<ul class="sections">
${introductionSections(document).map(({ title }) => link(slug(title), title))}
${components.securitySchemes && link('credentials', 'Credentials')}
${tags.map(
  ({ name }) =>
    html`<li><a href="#tag-${slug(name)}">${name}</a><ul>${operations
      .filter(({ operation }) => operation.tags?.includes(name))
      .map(
        ({ operation, method }) =>
          html`<li><a href="#${operation.operationId}"><span>${operation.summary}</span> <span class="method ${method}">${method.toUpperCase()}</span></a></li>`,
      )}</ul></li>`,
)}
${link('reasons', 'Failure reasons')}
${components.headers && link('headers', 'Headers of responses')}
</ul>
<p class="notes"><label><input id="notes" type="checkbox"> Show notes for implementers</label></p>
</details>
</nav>`;
}

function link(id: string, title: string): Content {
  return html`<li><a href="#${id}">${title}</a></li>`;
}

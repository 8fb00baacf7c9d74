import type { Document } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { type Content, type Html, html } from '../markdown/html.ts';
import { slug } from '../markdown/slug.ts';
import { introductionSections } from './reference.ts';

/** The menu: every section and operation, and the choice whether to show notes for implementers. */
export function referenceMenu(document: Document): Html {
  const operations = operationsOf(document);
  const { components = {}, tags = [] } = document;
  return html`<nav class="menu" aria-label="Reference">
<details>
<summary>Contents</summary>
<ul class="sections">
${introductionSections(document)
  .filter(({ title }) => title !== 'Marks')
  .map(({ title }) => link(slug(title), title))}
${components.securitySchemes && link('credentials', 'Credentials')}
${tags.map(
  ({ name }) => html`<li><a href="#tag-${slug(name)}">${name}</a><ul>${operations
    .filter(({ operation }) => operation.tags?.includes(name))
    .map(
      ({ operation, method }) =>
        html`<li><a href="#${operation.operationId}"><span>${operation.summary}</span> <span class="method ${method}">${method.toUpperCase()}</span></a></li>
`,
    )}</ul></li>
`,
)}
${link('reasons', 'Failure reasons')}
${components.headers && link('headers', 'Headers of responses')}
</ul>
<p class="notes"><label><input id="notes" type="checkbox"> Show notes for implementers</label></p>
</details>
</nav>`;
}

function link(id: string, title: string): Content {
  return html`<li><a href="#${id}">${title}</a></li>
`;
}

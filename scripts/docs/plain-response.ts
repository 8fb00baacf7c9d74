import type { Response } from '../contract/document.ts';
import { resolve } from '../contract/resolve.ts';
import { type Content, type Html, html } from './escape.ts';
import { badges, type Drawing, description, example, inline, table } from './pieces.ts';
import { schemaTable } from './schema-table.ts';

/** All that a response has: what it means, its headers, its body member by member, its examples, and what may follow. */
export function response(drawing: Drawing, id: string, element: Response, { deep = true } = {}): Html {
  return html`${description(drawing, element)}<p>${badges(element)}</p>
${headers(drawing, id, element)}${bodies(drawing, id, element, deep)}${links(element)}`;
}

function headers({ document }: Drawing, id: string, { headers: all = {} }: Response): Content {
  const rows = Object.entries(all).map(([name, reference]) => {
    const { element, name: component } = resolve(document, reference);
    const shown = component === undefined ? name : html`<a href="#header-${component}">${name}</a>`;
    return html`<tr><th scope="row">${shown}</th><td>${element.required ? 'yes' : 'no'}</td><td>${inline(element.description ?? '')}${component === undefined && badges(element)}</td></tr>
`;
  });
  return rows.length > 0 && table(`Headers of ${id}`, ['header', 'always', 'meaning'], rows);
}

function bodies(drawing: Drawing, id: string, { content = {} }: Response, deep: boolean): Content {
  return Object.entries(content).map(([type, { schema, examples = {} }]) => {
    const name = schema && resolve(drawing.document, schema).name;
    return html`<p>Body: <code>${type}</code>${name && html`, <a href="#schema-${name}">${name}</a>`}</p>
${schema && deep && schemaTable(drawing, `Body of ${id}`, schema, { deep })}
${Object.entries(examples).map(([key, one]) => example(`${id}-${key}`, key, resolve(drawing.document, one).element))}`;
  });
}

function links({ links: all = {} }: Response): Content {
  const items = Object.values(all).map(
    ({ operationId = '', description: text = '', parameters = {} }) =>
      html`<li><a href="#${operationId}">${operationId}</a>: ${inline(text)}${Object.entries(parameters).map(
        ([name, value]) => html` <code>${name}</code> is <code>${String(value)}</code>.`,
      )}</li>
`,
  );
  return (
    items.length > 0 &&
    html`<p>What may follow:</p>
<ul>${items}</ul>
`
  );
}

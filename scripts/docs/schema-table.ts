import type { Reference, Schema } from '../contract/document.ts';
import { resolve } from '../contract/resolve.ts';
import { type Content, type Html, html } from './escape.ts';
import { type Field, fieldsOf, rulesOf, typeOf } from './fields.ts';
import { badges, type Drawing, inline, table } from './pieces.ts';

/** @param deep whether members that are components of their own are unfolded too, and not only named. */
export function schemaTable(
  { document }: Drawing,
  name: string,
  schema: Schema | Reference,
  { deep }: { readonly deep: boolean },
): Content {
  const fields = fieldsOf(document, schema, deep);
  return fields.length > 0 && table(name, ['member', 'type', 'required', 'meaning'], fields.map(row));
}

/** What the table of its members does not say of a schema: its own type, rules and example. */
export function schemaLine({ document }: Drawing, schema: Schema | Reference): Html {
  const { element } = resolve(document, schema);
  return html`<p class="rules"><code>${typeOf(document, element)}</code>${rules(element)}</p>
`;
}

function row({ path, type, required, schema, component }: Field): Html {
  const named = component === undefined ? type : html`<a href="#schema-${component}">${type}</a>`;
  return html`<tr>
<th scope="row"><code>${path}</code></th><td>${named}</td><td>${required ? 'yes' : 'no'}</td>
<td>${inline(schema.description ?? '')}<span class="rules">${rules(schema)}</span>${badges(schema)}</td>
</tr>
`;
}

function rules(schema: Schema): Content {
  return [
    rulesOf(schema).map((rule) => html` <span class="rule">${inline(rule)}</span>`),
    schema.example !== undefined &&
      html` <span class="rule">Example: <code>${JSON.stringify(schema.example)}</code></span>`,
  ];
}

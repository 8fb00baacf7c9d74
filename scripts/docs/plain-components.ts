import { operationsOf } from '../contract/operations.ts';
import { advisedFailures } from './advice.ts';
import { type Content, type Html, html } from './escape.ts';
import { badges, type Drawing, description, heading, inline, table } from './pieces.ts';
import { response } from './plain-response.ts';
import { schemaLine, schemaTable } from './schema-table.ts';

/** How credentials are sent. */
export function plainSecurity(drawing: Drawing): Content {
  const schemes = Object.entries(drawing.document.components?.securitySchemes ?? {});
  return (
    schemes.length > 0 &&
    html`${heading(2, 'credentials', 'Credentials')}
${schemes.map(
  ([name, scheme]) => html`${heading(3, `security-${name}`, name)}
<p><code>${[scheme.type, scheme.scheme, scheme.in, scheme.name].filter(Boolean).join(' ')}</code></p>
${description(drawing, scheme)}<p>${badges(scheme)}</p>
`,
)}`
  );
}

/** Every reason of a failure, once, with the operations that may answer with it. */
export function plainReasons({ document }: Drawing): Html {
  const all = operationsOf(document).flatMap(({ operation }) =>
    advisedFailures(document, operation).map((failure) => ({ failure, id: operation.operationId })),
  );
  const reasons = new Map(all.map(({ failure }) => [failure.reason, failure]));
  const rows = [...reasons.values()].map(
    ({ reason, code, message, example, advice }) => html`<tr id="reason-${reason}">
<th scope="row"><code>${reason}</code></th><td>${code}</td><td>${message}</td>
<td>${example.summary} ${example['x-cause'] && `Cause: ${example['x-cause']}`}</td><td>${inline(advice)}</td>
<td>${all
      .filter(({ failure }) => failure.reason === reason)
      .map(({ id }) => html`<a class="inline" href="#${id}-${reason}">${id}</a> `)}</td>
</tr>
`,
  );
  return html`${heading(2, 'reasons', 'Reasons of failures')}
${table('Reasons of failures', ['reason', 'code', 'message', 'when', 'what to do', 'operations'], rows)}`;
}

/** The answers that operations share. */
export function plainResponses(drawing: Drawing): Html {
  const all = Object.entries(drawing.document.components?.responses ?? {});
  return html`${heading(2, 'answers', 'Answers')}
${all.map(([name, element]) => {
  const id = `response-${name}`;
  return html`${heading(3, id, name)}
${response(drawing, id, element, { deep: false })}`;
})}`;
}

export function plainHeaders(drawing: Drawing): Html {
  const all = Object.entries(drawing.document.components?.headers ?? {});
  return html`${heading(2, 'headers', 'Headers')}
${all.map(
  ([name, element]) => html`${heading(3, `header-${name}`, name)}
${description(drawing, element)}${element.schema && schemaLine(drawing, element.schema)}<p>${element.required ? 'Always sent.' : 'Sent sometimes.'} ${badges(element)}</p>
`,
)}`;
}

export function plainSchemas(drawing: Drawing): Html {
  const all = Object.entries(drawing.document.components?.schemas ?? {});
  return html`${heading(2, 'schemas', 'Schemas')}
${all.map(
  ([name, element]) => html`${heading(3, `schema-${name}`, name)}
${description(drawing, element)}${schemaLine(drawing, element)}<p>${badges(element)}</p>
${schemaTable(drawing, `Members of ${name}`, element, { deep: false })}`,
)}`;
}

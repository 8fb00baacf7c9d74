import type { Example, RequestBody } from '../contract/document.ts';
import type { OperationEntry } from '../contract/operations.ts';
import { resolve } from '../contract/resolve.ts';
import { advisedFailures, type AdvisedFailure as Failure } from './advice.ts';
import { type Content, type Html, html } from './escape.ts';
import { rulesOf, typeOf } from './fields.ts';
import { codeBlock } from './markdown.ts';
import { badges, type Drawing, description, example, heading, inline, table } from './pieces.ts';
import { response } from './plain-response.ts';
import { schemaLine, schemaTable } from './schema-table.ts';

/** An operation with all that it takes and answers. */
export function plainOperation(drawing: Drawing, entry: OperationEntry): Html {
  const { operation, method, path, slug } = entry;
  const id = operation.operationId;
  return html`<section class="operation">
${heading(3, id, operation.summary ?? id)}
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${description(drawing, operation)}<p>${badges(operation)}</p>
<p>Credentials: ${credentials(operation.security)}. For reading by machines: <a href="operations/${slug}.md" type="text/markdown">${slug}.md</a>.</p>
${parameters(drawing, entry)}${request(drawing, entry)}${samples(entry)}${successes(drawing, entry)}${failures(drawing, entry)}
</section>
`;
}

function credentials(security: OperationEntry['operation']['security'] = []): Content {
  const names = security.flatMap(Object.keys);
  if (names.length === 0) return 'none';
  return names.map((name) => html`<a href="#security-${name}">${name}</a>`);
}

function parameters({ document }: Drawing, { operation, parameters: all }: OperationEntry): Content {
  if (all.length === 0) return undefined;
  const id = `${operation.operationId}-parameters`;
  const resolved = all.map((one) => resolve(document, one).element);
  const rows = resolved.map((one) => {
    const schema = one.schema && resolve(document, one.schema).element;
    const rules = schema && rulesOf(schema).map((rule) => html` <span class="rule">${inline(rule)}</span>`);
    return html`<tr><th scope="row"><code>${one.name}</code></th><td>${one.in}</td><td>${schema && typeOf(document, schema)}</td><td>${one.required ? 'yes' : 'no'}</td><td>${inline(one.description ?? '')}<span class="rules">${rules}</span>${badges(one)}</td></tr>
`;
  });
  const examples = resolved.flatMap(({ name, examples: named = {} }) =>
    Object.entries(named).map(([key, one]) => [`${name}: ${key}`, `${id}-${key}`, one] as const),
  );
  return html`${heading(4, id, 'Parameters')}
${table(`Parameters of ${operation.summary}`, ['name', 'in', 'type', 'required', 'meaning'], rows)}
${examples.map(([name, anchor, one]) => example(anchor, name, resolve<Example>(document, one).element))}`;
}

function request(drawing: Drawing, { operation }: OperationEntry): Content {
  if (operation.requestBody === undefined) return undefined;
  const id = `${operation.operationId}-request`;
  const { element } = resolve<RequestBody>(drawing.document, operation.requestBody);
  return html`${heading(4, id, 'Request body')}
${description(drawing, element)}${Object.entries(element.content).map(([type, { schema, examples = {} }]) => {
  const { element: own, name } = schema ? resolve(drawing.document, schema) : {};
  return html`<p><code>${type}</code>, ${element.required ? 'required' : 'optional'}${name && html`: <a href="#schema-${name}">${name}</a>`}</p>
${own && html`<p>${inline(own.description ?? '')}</p>`}
${schema && schemaLine(drawing, schema)}
${schema && schemaTable(drawing, `Request body of ${operation.summary}`, schema, { deep: true })}
${Object.entries(examples).map(([key, one]) => example(`${id}-${key}`, key, resolve(drawing.document, one).element))}`;
})}`;
}

function samples({
  operation: { operationId, summary, 'x-codeSamples': all = [] },
}: OperationEntry): Content {
  if (all.length === 0) return undefined;
  return html`${heading(4, `${operationId}-samples`, 'Samples')}
${all.map(
  ({ lang, label = lang, source }) => html`<figure><figcaption>${label}: ${summary}</figcaption>
${codeBlock(source, lang)}</figure>
`,
)}`;
}

function successes(drawing: Drawing, { operation }: OperationEntry): Content {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, reference]) => {
      const id = `${operation.operationId}-${status}`;
      const { element } = resolve(drawing.document, reference);
      return html`${heading(4, id, `Answer ${status}`)}
${response(drawing, id, element)}`;
    });
}

function failures({ document }: Drawing, { operation }: OperationEntry): Content {
  const all = advisedFailures(document, operation);
  if (all.length === 0) return undefined;
  const id = operation.operationId;
  const isFirst = (failure: Failure, at: number) => all[at - 1]?.code !== failure.code;
  const rows = all.map((failure, at) => {
    const { code, reason, component, example: one, advice } = failure;
    const number = component === undefined ? code : html`<a href="#response-${component}">${code}</a>`;
    return html`<tr${isFirst(failure, at) && html` id="${id}-${code}"`}><td>${number}</td><th scope="row" id="${id}-${reason}"><a href="#reason-${reason}"><code>${reason}</code></a></th><td>${one.summary}</td><td>${inline(advice)}</td></tr>
`;
  });
  return html`${heading(4, `${id}-failures`, 'Failures')}
${table(`Failures of ${operation.summary}`, ['code', 'reason', 'when', 'what to do'], rows)}`;
}

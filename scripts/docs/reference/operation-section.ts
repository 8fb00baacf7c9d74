import type { Parameter, RequestBody, Response } from '../../contract/document.ts';
import { type OperationEntry, operationsOf, resolve } from '../../contract/operations.ts';
import { type Content, type Html, html } from '../markdown/html.ts';
import { operationFailures } from './failures.ts';
import { bodyFields, itemList, valueItem } from './field-list.ts';
import { headerLinks } from './headers.ts';
import { htmlMarks } from './marks.ts';
import { heading, part, type Reference, statusCode } from './reference.ts';
import { samplePanel } from './sample-panel.ts';

export function operationSection(reference: Reference, entry: OperationEntry): Html {
  const { operation, method, path } = entry;
  const { operationId, summary = operationId, description } = operation;
  return part(
    html`${heading(3, operationId, summary)}${route(method, path)}
${reference.prose(description)}${htmlMarks(operation)}${credentials(entry)}`,
    samplePanel(reference, entry),
    html`${parameters(reference, entry)}${body(reference, entry)}${successes(reference, entry)}${operationFailures(
      reference,
      entry,
    )}
<p class="quiet for-machines">The same for machines: <a href="operations/${entry.slug}.md">${entry.slug}.md</a></p>`,
  );
}

export function route(method: string, path: string): Html {
  return html`<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>`;
}

function credentials({ operation: { operationId, security = [] } }: OperationEntry): Html {
  const names = security.flatMap((one) => Object.keys(one));
  const links = names.map((name) => html`<a href="#security-${name}">${name}</a> `);
  return html`<p class="quiet" id="${operationId}-credentials">Authentication: ${
    links.length > 0 ? links : 'none'
  }</p>`;
}

function parameters(reference: Reference, { operation, parameters: all }: OperationEntry): Content {
  if (all.length === 0) return undefined;
  const id = `${operation.operationId}-parameters`;
  const items = all.map((one) => {
    const { element } = resolve<Parameter>(reference.document, one);
    return valueItem(
      reference,
      `${id}-${element.name}`,
      element.name,
      element,
      `in the ${element.in}`,
    );
  });
  return html`${heading(4, id, 'Parameters')}${itemList(items)}`;
}

function body(reference: Reference, { operation }: OperationEntry): Content {
  if (operation.requestBody === undefined) return undefined;
  const id = `${operation.operationId}-request`;
  const { element } = resolve<RequestBody>(reference.document, operation.requestBody);
  return html`${heading(4, id, `Request body${element.required ? '' : ', optional'}`)}${reference.prose(
    element.description,
  )}${htmlMarks(element)}${Object.values(element.content).map(({ schema }) => {
    if (schema === undefined) return undefined;
    const own = resolve(reference.document, schema).element;
    return html`${reference.prose(own.description)}${htmlMarks(own)}${bodyFields(reference, schema, id)}`;
  })}`;
}

function successes(reference: Reference, { operation }: OperationEntry): Content {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, given]) => {
      const { element } = resolve<Response>(reference.document, given);
      const id = `${operation.operationId}-${status}`;
      return html`${heading(4, id, html`Response ${statusCode(Number(status))}`)}${reference.prose(
        element.description,
      )}${htmlMarks(element)}${Object.values(element.content ?? {}).map(({ schema }) => {
        if (schema === undefined) return undefined;
        const own = resolve(reference.document, schema).element;
        return html`${htmlMarks(own)}${bodyFields(reference, schema, id)}`;
      })}${headerLinks(reference, element, id)}${nextSteps(reference, element)}`;
    });
}

function nextSteps({ document, prose }: Reference, { links = {} }: Response): Content {
  return Object.values(links).map(({ operationId = '', description = '' }) => {
    const next = operationsOf(document).find(
      ({ operation }) => operation.operationId === operationId,
    );
    const title = next?.operation.summary ?? operationId;
    return html`<div class="next">${prose(`Next: [${title}](#${operationId}). ${description}`)}</div>`;
  });
}

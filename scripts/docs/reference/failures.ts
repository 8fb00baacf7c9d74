import { type AdvisedFailure, advisedFailures } from '../../contract/advice.ts';
import type { Response, Schema } from '../../contract/document.ts';
import { statusOf } from '../../contract/failures.ts';
import { type OperationEntry, operationsOf, resolve } from '../../contract/operations.ts';
import { type Content, type Html, html } from '../markdown/html.ts';
import { commonFields } from './field-list.ts';
import { headerLinks } from './headers.ts';
import { htmlMarks } from './marks.ts';
import { heading, part, type Reason, type Reference, statusCode } from './reference.ts';
import { responsePanel } from './sample-panel.ts';

export function operationFailures(reference: Reference, { operation }: OperationEntry): Content {
  const all = advisedFailures(reference.document, operation);
  if (all.length === 0) return undefined;
  const id = operation.operationId;
  const count = operationsOf(reference.document).length;
  const isCommon = ({ reason }: AdvisedFailure) =>
    count > 1 && reference.reasons.get(reason)?.operationIds.length === count;
  // The first failure with a status has the anchor of the status.
  const first = new Set(
    all.filter(({ code }, at) => all.findIndex((one) => one.code === code) === at),
  );
  const anchorOf = (failure: AdvisedFailure) =>
    first.has(failure) ? `${id}-${failure.code}` : undefined;
  const own = all.filter((failure) => !isCommon(failure));
  const common = all.filter(isCommon);
  return html`${heading(4, `${id}-failures`, 'Failures')}
${
  own.length > 0 &&
  html`<ul class="fields">${own.map(
    (failure) => html`<li id="${id}-${failure.reason}">
<p class="name">${statusCode(failure.code, anchorOf(failure))} <a href="#reason-${failure.reason}"><code>${failure.reason}</code></a></p>
${reference.prose(adviceText(failure))}</li>`,
  )}</ul>`
}
${
  common.length > 0 &&
  html`<p id="${id}-default">Every operation can also return:</p>
<ul class="chips">${common.map(
    (failure) =>
      html`<li id="${id}-${failure.reason}"><a href="#reason-${failure.reason}">${statusCode(failure.code, anchorOf(failure))} <code>${failure.reason}</code></a></li>`,
  )}</ul>`
}`;
}

/** Every reason of a failure, with an anchor and an example of its response. */
export function reasonSections(reference: Reference): Html {
  const all = operationsOf(reference.document);
  return html`${part(failureFields(reference, all))}${[...reference.reasons.values()].map((reason) => reasonSection(reference, reason))}`;
}

export function failureFields(reference: Reference, operations: readonly OperationEntry[]): Html {
  const { document } = reference;
  const schemas = operations
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => !status.startsWith('2'))
    .map(([, given]) => resolve<Response>(document, given).element)
    .flatMap(({ content = {} }) => Object.values(content).map(({ schema = {} }) => schema))
    .flatMap((schema) => resolve<Schema>(document, schema).element.anyOf ?? [schema]);
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const marks = new Set(
    unique.map((schema) => htmlMarks(resolve<Schema>(document, schema).element).markup),
  );
  return html`${heading(2, 'reasons', 'Failure reasons')}
<p>A failure has the same envelope as a success. <code>status.code</code> is the HTTP status, and <code>status.reason</code> is one of the names below.</p>
${[...marks].map((markup) => ({ markup }))}${commonFields(reference, unique, 'failure')}`;
}

export function reasonSection(reference: Reference, reason: Reason): Html {
  const { document } = reference;
  const id = `reason-${reason.reason}`;
  const operations = operationsOf(document).filter(({ operation }) =>
    reason.operationIds.includes(operation.operationId),
  );
  const responses = operations
    .flatMap(({ operation }) => Object.values(operation.responses))
    .map((given) => resolve<Response>(document, given).element)
    .filter((response) => hasReason(reference, response, reason.reason));
  // Operations share responses, and different responses may have the same reason: what is the same is shown once.
  const about = new Set(
    responses.map(
      (response) => html`${headerLinks(reference, response, id)}${htmlMarks(response)}`.markup,
    ),
  );
  return part(
    html`${heading(3, id, html`<code>${reason.reason}</code> ${statusCode(reason.code)}`)}${reference.prose(
      adviceText(reason),
    )}<p class="quiet">Message: ${reason.message}. Returned by: ${operations.map(
      ({ operation }, at) =>
        html`${at > 0 && ', '}<a href="#${operation.operationId}">${operation.summary}</a>`,
    )}.</p>
${[...about].map((markup) => ({ markup }))}`,
    responsePanel(reference, `${reason.reason}: example`, reason.example.value),
  );
}

function adviceText({ example, advice }: AdvisedFailure): string {
  const todo = `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`;
  const when = [example.summary, example['x-cause']].filter((text) => text !== undefined).join(' ');
  return `${when}\n\n**What to do:** ${todo}${/[.!?]$/.test(todo) ? '' : '.'}`;
}

function hasReason({ document }: Reference, { content = {} }: Response, reason: string): boolean {
  return Object.values(content).some(({ examples = {} }) =>
    Object.values(examples).some(
      (one) => statusOf(resolve(document, one).element.value).reason === reason,
    ),
  );
}

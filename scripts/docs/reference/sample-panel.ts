import type { OperationEntry } from '../../contract/operations.ts';
import { baseAddress, type Call, callsOf } from '../../samples/call.ts';
import { type CodeSample, codeSamples } from '../../samples/code-samples.ts';
import { highlight } from '../markdown/highlight.ts';
import { type Content, type Html, html, trusted } from '../markdown/html.ts';
import { type Reference, statusCode } from './reference.ts';

/** As many examples as the style of the page can switch. */
const mostExamples = 8;

/** Choosing another example changes request and response. The style of the page does that without scripts. */
export function samplePanel({ document, prose }: Reference, entry: OperationEntry): Html {
  const { operationId, summary = operationId } = entry.operation;
  const base = baseAddress(document);
  const calls = callsOf(document, entry);
  if (calls.length > mostExamples)
    throw new Error(
      `${operationId} has ${calls.length} examples: style/examples.css switches ${mostExamples}`,
    );
  return html`<div class="panel" role="group" aria-label="${summary}: examples">
${calls.length > 1 && exampleChoice(operationId, calls)}
<div class="code">
<div class="bar">${languageChoice(operationId, calls)}${copyButton('the request')}</div>
${calls.map(
  (call) => html`<div class="example" data-title="Request: ${call.name}">
${codeSamples(call).map(({ language, source }) => block(source, language, base, html` data-language="${language}"`))}</div>`,
)}</div>
<div class="code">
<div class="bar"><span class="title">Response</span>${copyButton('the response')}</div>
${calls.map(
  ({ name, response }) => html`<div class="example" data-title="Response: ${name}">
<div class="outcome">${statusCode(response.code)} ${prose(response.summary)}</div>
${block(JSON.stringify(response.value, null, 2), 'json', base)}</div>`,
)}</div>
</div>`;
}

export function responsePanel({ document }: Reference, label: string, value: unknown): Html {
  return html`<div class="panel" role="group" aria-label="${label}">
<div class="code">
<div class="bar"><span class="title">Response</span>${copyButton('the response')}</div>
${block(JSON.stringify(value, null, 2), 'json', baseAddress(document))}</div>
</div>`;
}

export function copyButton(what: string): Html {
  return html`<button type="button" class="copy" hidden>Copy<span class="unseen"> ${what}</span></button>`;
}

function exampleChoice(id: string, calls: readonly Call[]): Html {
  return html`<fieldset class="examples"><legend>Example</legend>
${calls.map(
  ({ name, response }, at) =>
    html`<label><input type="radio" name="${id}-example" value="${name}"${at === 0 && html` checked`}>${statusCode(response.code)} <span>${name}</span></label>`,
)}</fieldset>`;
}

function languageChoice(id: string, [call]: readonly Call[]): Content {
  const samples: readonly CodeSample[] = call === undefined ? [] : codeSamples(call);
  return html`<fieldset class="languages"><legend class="unseen">Language</legend>
${samples.map(
  ({ language, label }, at) =>
    html`<label><input type="radio" name="${id}-language" value="${language}"${at === 0 && html` checked`}><span>${label}</span></label>`,
)}</fieldset>`;
}

/** @param base marked, so that the script of the page can replace it. */
function block(source: string, language: string, base: string, attribute?: Html): Html {
  const { markup } = highlight(source, language);
  const marked = markup.replaceAll(base, `<span class="base">${base}</span>`);
  return html`<pre${attribute} tabindex="0"><code>${trusted(marked)}</code></pre>`;
}

import { type AdvisedFailure, advisedFailures } from '../../contract/advice.ts';
import type { Document } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { type Html, html, trusted } from '../markdown/html.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';

export type Reference = ReturnType<typeof openReference>;

export interface Reason extends AdvisedFailure {
  readonly operationIds: readonly string[];
}

/** @throws Error for a reason about which the introduction gives no advice */
export function openReference(document: Document) {
  const reasons = reasonsOf(document);
  const linked = (markdown: string) =>
    markdown.replaceAll(/`(\w+)`/g, (code, name) =>
      reasons.has(name) ? `[${code}](#reason-${name})` : code,
    );
  return {
    document,
    /** Each reason once, with the operations that return it. */
    reasons,
    /** Markdown of the contract as paragraphs, in which the reasons are links. */
    prose: (markdown: string | undefined): Html =>
      markdown === undefined ? html`` : renderMarkdown(linked(markdown)).html,
  };
}

function reasonsOf(document: Document): ReadonlyMap<string, Reason> {
  const reasons = new Map<string, Reason>();
  for (const { operation } of operationsOf(document)) {
    for (const failure of advisedFailures(document, operation)) {
      const { operationIds, ...known } = reasons.get(failure.reason) ?? {
        ...failure,
        operationIds: [],
      };
      reasons.set(failure.reason, {
        ...known,
        operationIds: [...operationIds, operation.operationId],
      });
    }
  }
  return reasons;
}

export function introductionSections({ info }: Document): { title: string; markdown: string }[] {
  const [, ...sections] = (info.description ?? '').split(/^(?=## )/m);
  return sections.map((markdown) => ({ title: /^## (.+)/.exec(markdown)?.[1] ?? '', markdown }));
}

export function heading(level: 2 | 3 | 4, id: string, text: string | Html): Html {
  const tag = trusted(`h${level}`);
  return html`<${tag} id="${id}"><a class="self" href="#${id}">${text}</a></${tag}>`;
}

/** A status code, coloured by its class. */
export function statusCode(code: number, id?: string): Html {
  return html`<span class="status s${Math.trunc(code / 100)}"${id !== undefined && html` id="${id}"`}>${code}</span>`;
}

/** A part of the page: its text, and where there is room its panel next to it. Otherwise the panel stands before the details. */
export function part(text: Html, panel?: Html, details?: Html): Html {
  return html`<section class="${panel === undefined ? 'part whole' : 'part'}">
<div class="text">
${text}</div>
${panel}${
  details &&
  html`<div class="text">
${details}</div>`
}</section>`;
}

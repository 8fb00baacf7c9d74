import type { Deprecation, Marked } from '../../contract/document.ts';
import { type Html, html } from '../markdown/html.ts';

export const secretWarning = 'Secret: keep it out of logs, addresses and messages.';

/** How a deprecated element ends; `undefined` for one that stays. */
export function deprecationOf(element: Marked): Deprecation | undefined {
  return element.deprecated === true ? element['x-deprecation'] : undefined;
}

export function deprecationNotice({ since, sunset }: Deprecation): string {
  return `Deprecated since ${since}, may be gone from ${sunset}.`;
}

/** The marks of an element for the reference. The page shows decisions only to readers who want notes for implementers. */
export function htmlMarks(element: Marked): Html {
  const ending = deprecationOf(element);
  const decisions = [element['x-decision'] ?? []]
    .flat()
    .map((slug) => html` <a href="decisions.html#${encodeURIComponent(slug)}">${slug}</a>`);
  return html`${ending && endingMark(ending)}${
    element['x-secret'] === true && html`<p class="secret">${secretWarning}</p>`
  }${decisions.length > 0 && html`<p class="decisions">For implementers:${decisions}</p>`}`;
}

function endingMark(deprecation: Deprecation): Html {
  const { link, successor } = deprecation;
  return html`<p class="ending"><strong>${deprecationNotice(deprecation)}</strong> <a href="${link}">What to do instead</a>${
    successor !== undefined && html`: <a href="#${successor}"><code>${successor}</code></a>`
  }</p>`;
}

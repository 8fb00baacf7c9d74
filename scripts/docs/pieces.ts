import type { Document, Example, Marked } from '../contract/document.ts';
import { type Content, type Html, html, trusted } from './escape.ts';
import { codeBlock, renderInline, renderMarkdown } from './markdown.ts';
import {
  decisionLink,
  decisionsOf,
  deprecationLinkText,
  deprecationNotice,
  deprecationOf,
  secretWarning,
} from './marks.ts';

/** What every part of the plain reference needs. */
export interface Drawing {
  readonly document: Document;
  /** Makes ids of headings in descriptions that are nowhere else on the page. */
  readonly slugs: (heading: string) => string;
}

export function heading(level: 2 | 3 | 4, id: string, content: Content): Html {
  const [open, close] = [trusted(`<h${level}`), trusted(`</h${level}>`)];
  return html`${open} id="${id}"><a class="self" href="#${id}">${content}</a>${close}
`;
}

/** The description of an element, in paragraphs. */
export function description({ slugs }: Drawing, { description: text = '' }: Marked): Html {
  return renderMarkdown(text, { slugs }).html;
}

export function inline(markdown: string): Html {
  return renderInline(markdown);
}

/** How an element ends, a warning where it is a secret, and links to the decisions that it rests on. */
export function badges(element: Marked): Content {
  const decisions = decisionsOf(element).map(
    (slug) => html` <a class="badge" href="${decisionLink(slug, 'html')}">decision: ${slug}</a>`,
  );
  const secret = element['x-secret'] === true && html` <strong class="secret">${secretWarning}</strong>`;
  const ending = deprecated(element);
  return (
    (ending || secret || decisions.length > 0) &&
    html`<span class="badges">${[ending, secret, decisions]}</span>`
  );
}

function deprecated(element: Marked): Content {
  const deprecation = deprecationOf(element);
  if (deprecation === undefined) return undefined;
  const { link, successor } = deprecation;
  const instead = successor !== undefined && html`: <a href="#${successor}"><code>${successor}</code></a>`;
  return html` <strong class="ending">${deprecationNotice(deprecation)}</strong> <a href="${link}">${deprecationLinkText}</a>${instead}`;
}

/** @param name of the table, for those who cannot see what it is. */
export function table(name: string, columns: readonly string[], rows: readonly Content[]): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${name}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table></div>
`;
}

/** An example by its name, and how it comes about. */
export function example(id: string, name: string, { summary, value, 'x-cause': cause }: Example): Html {
  return html`<figure id="${id}">
<figcaption><a class="self" href="#${id}"><code>${name}</code></a> ${summary}${cause && html` Cause: ${cause}`}</figcaption>
${codeBlock(JSON.stringify(value, null, 2), 'json')}</figure>
`;
}

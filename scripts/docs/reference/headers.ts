import type { Response } from '../../contract/document.ts';
import { isReference, resolve } from '../../contract/resolve.ts';
import { type Content, html } from '../markdown/html.ts';
import { itemList, valueItem } from './field-list.ts';
import { htmlMarks } from './marks.ts';
import { heading, part, type Reference } from './reference.ts';

/** The names of the headers of a response, each with a link to what it means. */
export function headerLinks({ headers = {} }: Response): Content {
  const names = Object.entries(headers).map(([name, given]) => {
    const code = html`<code>${name}</code>`;
    return isReference(given) ? html`<a href="#header-${given.$ref.replace(/^.*\//, '')}">${code}</a>` : code;
  });
  if (names.length === 0) return undefined;
  return html`<p class="quiet">Headers: ${names.map((name, at) => html`${at > 0 && ', '}${name}`)}</p>
`;
}

/** The headers that responses share. */
export function headersSection(reference: Reference): Content {
  const all = Object.entries(reference.document.components?.headers ?? {});
  if (all.length === 0) return undefined;
  const items = all.map(([name, element]) =>
    valueItem(reference, `header-${name}`, nameOf(reference, name), element, undefined),
  );
  return part(html`${heading(2, 'headers', 'Headers of responses')}${itemList(items)}`);
}

/** The name on the wire of a header component, from a response that sends it. */
function nameOf({ document }: Reference, component: string): string {
  const inResponses = Object.values(document.components?.responses ?? {}).flatMap(({ headers = {} }) =>
    Object.entries(headers),
  );
  const found = inResponses.find(
    ([, given]) => isReference(given) && resolve(document, given).name === component,
  );
  return found?.[0] ?? component;
}

/** How to send credentials. */
export function credentialsSection(reference: Reference): Content {
  const schemes = Object.entries(reference.document.components?.securitySchemes ?? {});
  if (schemes.length === 0) return undefined;
  return part(
    html`${heading(2, 'credentials', 'Credentials')}${schemes.map(
      ([name, scheme]) => html`${heading(3, `security-${name}`, name)}
<p class="quiet">${[scheme.type, scheme.scheme, scheme.in, scheme.name].filter(Boolean).join(' ')}</p>
${reference.prose(scheme.description)}${htmlMarks(scheme)}`,
    )}`,
  );
}

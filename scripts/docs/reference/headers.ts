import type { Response } from '../../contract/document.ts';
import { isReference, type OperationEntry, resolve } from '../../contract/operations.ts';
import { type Content, html } from '../markdown/html.ts';
import { itemList, valueItem } from './field-list.ts';
import { htmlMarks } from './marks.ts';
import { heading, part, type Reference } from './reference.ts';

/** The headers of a response: links to those that the reference explains once, then those of this response only. */
export function headerLinks(reference: Reference, { headers = {} }: Response, id: string): Content {
  const all = Object.entries(headers);
  const links = all.flatMap(([name, given]) =>
    isReference(given)
      ? [html`<a href="#header-${given.$ref.replace(/^.*\//, '')}"><code>${name}</code></a>`]
      : [],
  );
  const own = all.flatMap(([name, given]) =>
    isReference(given) ? [] : [valueItem(reference, `${id}-${name}`, name, given, 'header')],
  );
  return [
    links.length > 0 &&
      html`<p class="quiet">Headers: ${links.map((link, at) => html`${at > 0 && ', '}${link}`)}</p>`,
    own.length > 0 && itemList(own),
  ];
}

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
  const inResponses = Object.values(document.components?.responses ?? {}).flatMap(
    ({ headers = {} }) => Object.entries(headers),
  );
  const found = inResponses.find(
    ([, given]) => isReference(given) && resolve(document, given).name === component,
  );
  return found?.[0] ?? component;
}

/** How to send credentials: of all operations, or of one. */
export function credentialsSection(reference: Reference, entry?: OperationEntry): Content {
  const used = entry?.operation.security?.flatMap((one) => Object.keys(one));
  const schemes = Object.entries(reference.document.components?.securitySchemes ?? {}).filter(
    ([name]) => used?.includes(name) ?? true,
  );
  if (schemes.length === 0) return undefined;
  return part(
    html`${heading(2, 'credentials', 'Credentials')}${schemes.map(
      ([name, scheme]) => html`${heading(3, `security-${name}`, name)}
<p class="quiet">${[scheme.type, scheme.scheme, scheme.in, scheme.name].filter(Boolean).join(' ')}</p>
${reference.prose(scheme.description)}${htmlMarks(scheme)}`,
    )}`,
  );
}

import type { Document, Tag } from '../contract/document.ts';
import { type OperationEntry, operationsOf } from '../contract/operations.ts';
import { type Content, html } from './escape.ts';
import { type Heading, renderMarkdown } from './markdown.ts';
import { badges, type Drawing, heading, inline } from './pieces.ts';
import {
  plainHeaders,
  plainReasons,
  plainResponses,
  plainSchemas,
  plainSecurity,
} from './plain-components.ts';
import { plainOperation } from './plain-operation.ts';
import { type Entry, shell } from './shell.ts';
import { slug, slugger } from './slug.ts';

export const plainPath = 'plain.html';

/** The whole contract on one page that needs no script. */
export function plainReference(document: Document, entries: readonly Entry[]): string {
  const operations = operationsOf(document);
  const slugs = slugger();
  // Taken by what the page itself names, before any heading of a description asks.
  for (const { operation } of operations) slugs(operation.operationId);
  for (const name of ['main', 'contents', 'credentials', 'reasons', 'answers', 'headers', 'schemas'])
    slugs(name);
  const drawing: Drawing = { document, slugs };
  const { info, tags = [] } = document;
  const introduction = renderMarkdown(info.description ?? '', { slugs });
  return shell({
    path: plainPath,
    title: 'Plain reference',
    description: `${info.title}: every operation, answer and schema on one page, without scripts.`,
    entries,
    wide: true,
    headings: [...introduction.headings, ...menu(document, tags, operations)],
    main: html`<h1>${info.title}</h1>
<p class="lede">${info.summary}</p>
<p>Contract ${info.version}, OpenAPI ${document.openapi}. ${badges(info)}</p>
${servers(document)}
${introduction.html}
${plainSecurity(drawing)}
${tags.map((tag) => section(drawing, tag, operations))}
${plainReasons(drawing)}
${plainResponses(drawing)}
${plainHeaders(drawing)}
${plainSchemas(drawing)}`,
  });
}

function servers({ servers: all = [] }: Document): Content {
  return all.map(
    ({
      url,
      description = '',
      variables = {},
    }) => html`<p><code>${url}</code>: ${inline(description)}${Object.entries(variables).map(
      ([name, { default: usual, description: meaning = '' }]) =>
        html` <code>${name}</code> is <code>${usual}</code> unless set otherwise. ${inline(meaning)}`,
    )}</p>
`,
  );
}

function section(
  drawing: Drawing,
  { name, description = '' }: Tag,
  operations: readonly OperationEntry[],
): Content {
  const own = operations.filter(({ operation }) => operation.tags?.includes(name));
  return html`${heading(2, `tag-${slug(name)}`, name)}
<p>${inline(description)}</p>
${own.map((entry) => plainOperation(drawing, entry))}`;
}

function menu(
  { components }: Document,
  tags: readonly Tag[],
  operations: readonly OperationEntry[],
): Heading[] {
  const items = (prefix: string, all: object = {}): Heading[] =>
    Object.keys(all).map((name) => ({ id: `${prefix}-${name}`, text: name, level: 3 }));
  return [
    { id: 'credentials', text: 'Credentials', level: 2 },
    ...tags.flatMap(({ name }): Heading[] => [
      { id: `tag-${slug(name)}`, text: name, level: 2 },
      ...operations
        .filter(({ operation }) => operation.tags?.includes(name))
        .map(({ operation }) => ({ id: operation.operationId, text: operation.summary ?? '', level: 3 })),
    ]),
    { id: 'reasons', text: 'Reasons of failures', level: 2 },
    { id: 'answers', text: 'Answers', level: 2 },
    ...items('response', components?.responses),
    { id: 'headers', text: 'Headers', level: 2 },
    { id: 'schemas', text: 'Schemas', level: 2 },
    ...items('schema', components?.schemas),
  ];
}

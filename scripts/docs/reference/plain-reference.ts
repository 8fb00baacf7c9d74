import type { Document, Tag } from '../../contract/document.ts';
import { type OperationEntry, operationsOf } from '../../contract/operations.ts';
import { html } from '../markdown/html.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { slug } from '../markdown/slug.ts';
import { shell } from '../site/shell.ts';
import type { Entry } from '../site/site-file.ts';
import {
  reasonsMarkdown,
  responsesMarkdown,
  schemasMarkdown,
  securityMarkdown,
  sharedHeadersMarkdown,
} from './component-markdown.ts';
import { classOfMark } from './marks.ts';
import { addressMarkdown, blocks, operationMarkdown } from './operation-markdown.ts';
import { heading, type Writer, wholeWriter, words } from './writer.ts';

export const plainPath = 'plain.html';

/** The whole contract on one page that needs no script. */
export function plainReference(document: Document, entries: readonly Entry[]): string {
  const { info } = document;
  const { html: main, headings } = renderMarkdown(referenceMarkdown(document), {
    isReference: true,
    classOf: (text) => classOfMark(text) ?? classOfCall(text),
  });
  return shell({
    path: plainPath,
    title: 'Plain reference',
    description: `${info.title}: every operation, response and schema on one page, without scripts.`,
    entries,
    wide: true,
    headings,
    main: html`<h1>${info.title}</h1>
<p class="lede">${info.summary}</p>
<article class="reference">${main}</article>`,
  });
}

/** The whole contract in Markdown, in which headings and rows have the anchors that its links lead to. */
function referenceMarkdown(document: Document): string {
  const writer = wholeWriter(document);
  const { info, openapi, tags = [] } = document;
  const operations = operationsOf(document);
  return blocks(
    `Contract ${info.version}, OpenAPI ${openapi}. ${words(writer.marks(info), writer.marks(document))}`,
    ...addressMarkdown(writer),
    info.description,
    ...securityMarkdown(writer),
    ...tags.flatMap((tag) => tagMarkdown(writer, tag, operations)),
    ...reasonsMarkdown(writer),
    ...responsesMarkdown(writer),
    ...sharedHeadersMarkdown(writer),
    ...schemasMarkdown(writer),
  );
}

function tagMarkdown(writer: Writer, { name, description }: Tag, all: readonly OperationEntry[]): string[] {
  const own = all.filter(({ operation }) => operation.tags?.includes(name));
  return [
    heading(writer, 2, name, `tag-${slug(name)}`),
    description ?? '',
    ...own.flatMap((entry) => [
      operationMarkdown({ ...writer, depth: 2 }, entry),
      `The same for machines: [${entry.slug}.md](operations/${entry.slug}.md).`,
    ]),
  ];
}

/** Styles `POST /v1/auth/login` by its method. */
function classOfCall(text: string): string | undefined {
  const [, method] = /^(GET|PUT|POST|PATCH|DELETE) \//.exec(text) ?? [];
  return method && `call ${method.toLowerCase()}`;
}

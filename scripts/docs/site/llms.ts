import TurndownService from 'turndown';
import type { Document } from '../../contract/document.ts';
import { type OperationEntry, operationsOf } from '../../contract/operations.ts';
import { type Html, html } from '../markdown/html.ts';
import { failureFields, reasonSection } from '../reference/failures.ts';
import { credentialsSection, headersSection } from '../reference/headers.ts';
import { deprecationNotice, deprecationOf, htmlMarks } from '../reference/marks.ts';
import { operationSection } from '../reference/operation-section.ts';
import { openReference, type Reference } from '../reference/reference.ts';
import type { Entry, SiteFile } from './site-file.ts';

export interface MarkdownPage extends SiteFile {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
}

/** `operations/<operation>.md`, for each. */
export function operationPages(document: Document): MarkdownPage[] {
  const reference = openReference(document);
  return operationsOf(document).map((entry) => ({
    path: `operations/${entry.slug}.md`,
    title: entry.operation.summary ?? entry.operation.operationId,
    summary: summaryOf(entry),
    content: operationMarkdown(reference, entry, '../'),
  }));
}

function summaryOf({ method, path, operation }: OperationEntry): string {
  const deprecation = deprecationOf(operation);
  const route = `${method.toUpperCase()} ${path}`;
  return deprecation === undefined ? route : `${route}. ${deprecationNotice(deprecation)}`;
}

/** `llms.txt`: what there is to read, by https://llmstxt.org. */
export function llms(
  { info }: Document,
  operations: readonly MarkdownPage[],
  guides: readonly MarkdownPage[],
  entries: readonly Entry[],
): string {
  const list = (all: readonly Pick<Entry, 'path' | 'title' | 'summary'>[]) =>
    all.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`).join('\n');
  const whole = {
    path: 'llms-full.txt',
    title: 'Everything',
    summary: 'All of these texts in one file.',
  };
  return `${[
    `# ${info.title}`,
    `> ${info.summary}`,
    'Every response is one JSON envelope: read the outcome from `status.code`, and the cause of a failure from `status.reason`.',
    '## Operations',
    list(operations),
    '## Guides',
    list(guides),
    '## Files',
    list([
      whole,
      ...entries.filter(({ group, path }) => group === 'files' && !/^llms|html$/.test(path)),
    ]),
    '## Optional',
    list(entries.filter(({ group }) => group === 'reference')),
  ].join('\n\n')}\n`;
}

/** `llms-full.txt`: the introduction, every operation and every guide, one after the other. */
export function llmsFull(document: Document, guides: readonly MarkdownPage[]): string {
  const { info } = document;
  const reference = openReference(document);
  const operations = operationsOf(document).map((entry) => operationMarkdown(reference, entry, ''));
  const marks = toMarkdown(html`${htmlMarks(info)}${htmlMarks(document)}`, '', '');
  const parts = [`# ${info.title}`, info.description?.trim(), marks];
  const introduction = `${parts.filter(Boolean).join('\n\n')}\n`;
  return [introduction, ...operations, ...guides.map(({ content }) => content)].join('\n---\n\n');
}

/** On a page that needs no other: with the sections to which it links. `base` leads to the site's root. */
function operationMarkdown(reference: Reference, entry: OperationEntry, base: string): string {
  const { operationId } = entry.operation;
  const own = [...reference.reasons.values()].filter((reason) =>
    reason.operationIds.includes(operationId),
  );
  return toMarkdown(
    html`${operationSection(reference, entry)}${credentialsSection(reference, entry)}${failureFields(
      reference,
      [entry],
    )}${own.map((reason) => reasonSection(reference, reason))}${headersSection(reference)}`,
    base,
    operationId,
  );
}

/** `base` leads to the root of the site, such as `../`, and `title` is the id of the page's title. */
function toMarkdown({ markup }: Html, base: string, title: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
  });
  // What only helps on a screen: buttons, choices, the title bars of code, and the link to this page.
  service.remove(['button', 'fieldset', 'summary']);
  service.addRule('not for this page', {
    filter: (node) => ['bar', 'for-machines'].some((name) => node.classList.contains(name)),
    replacement: () => '',
  });
  service.addRule('heading', {
    filter: ['h2', 'h3', 'h4'],
    replacement: (text, node) => {
      const level = node.id === title ? 1 : node.nodeName === 'H3' ? 3 : 2;
      return `\n\n${'#'.repeat(level)} ${text.trim()}\n\n`;
    },
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (text) => `- ${text.trim().replaceAll(/\n+/g, '\n  ')}\n`,
  });
  service.addRule('link', {
    filter: 'a',
    replacement: (text, node) => {
      const target = node.getAttribute('href') ?? '';
      // The page has no anchors; what a link within the reference leads to is on the page.
      if (target.startsWith('#')) return text;
      const path = target.replace(/^([\w-]+)\.html(?=#|$)/, `${base}$1.md`);
      return `[${text}](${path})`;
    },
  });
  service.addRule('example', {
    filter: (node) => node.classList.contains('example'),
    replacement: (text, node) => `\n\n### ${node.getAttribute('data-title')}\n\n${text.trim()}\n\n`,
  });
  service.addRule('code', {
    filter: 'pre',
    replacement: (_text, node) => {
      const language = node.getAttribute('data-language') ?? 'json';
      // Every language for the first example, and only the command for the others.
      const isFirst = !node.parentElement?.previousElementSibling?.classList.contains('example');
      if (!isFirst && language !== 'json' && language !== 'shell') return '';
      return `\n\n\`\`\`${language}\n${(node.textContent ?? '').trim()}\n\`\`\`\n\n`;
    },
  });
  return `${service.turndown(markup).replaceAll(/\n{3,}/g, '\n\n')}\n`;
}

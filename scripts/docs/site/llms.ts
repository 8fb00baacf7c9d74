import type { Document, Example, Parameter, RequestBody } from '../../contract/document.ts';
import { type OperationEntry, operationsOf, resolve } from '../../contract/operations.ts';
import { callsOf } from '../../samples/call.ts';
import { codeSamples } from '../../samples/code-samples.ts';
import { fenced, markdownTable } from '../markdown/write-markdown.ts';
import { failureMarkdown, successMarkdown } from '../operation-pages/response-markdown.ts';
import { namedExamples, schemaMarkdown } from '../operation-pages/schema-markdown.ts';
import { heading, pageWriter, type Writer, words } from '../operation-pages/writer.ts';
import { deprecationNotice, deprecationOf, markdownMarks } from '../reference/marks.ts';
import { aside, code, inlineCode, rulesOf, typeOf } from '../reference/schema-fields.ts';
import type { Entry, SiteFile } from './site-file.ts';

/** A Markdown file of the site. */
export interface MarkdownPage extends SiteFile {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
}

/** `operations/<operation>.md`, for each. */
export function operationPages(document: Document): MarkdownPage[] {
  return operationsOf(document).map((entry) => ({
    path: operationPath(entry.slug),
    title: entry.operation.summary ?? entry.operation.operationId,
    summary: summaryOf(entry),
    content: operationMarkdown(pageWriter(document, '../'), entry),
  }));
}

function summaryOf({ method, path, operation }: OperationEntry): string {
  const deprecation = deprecationOf(operation);
  const route = `${method.toUpperCase()} ${path}`;
  return deprecation === undefined ? route : `${route}. ${deprecationNotice(deprecation)}`;
}

function operationPath(slug: string): string {
  return `operations/${slug}.md`;
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
  const whole = { path: 'llms-full.txt', title: 'Everything', summary: 'All of these texts in one file.' };
  return `${[
    `# ${info.title}`,
    `> ${info.summary}`,
    'Every response is one JSON envelope: read the outcome from `status.code`, and the cause of a failure from `status.reason`.',
    '## Operations',
    list(operations),
    '## Guides',
    list(guides),
    '## Files',
    list([whole, ...entries.filter(({ group, path }) => group === 'files' && !/^llms|html$/.test(path))]),
    '## Optional',
    list(entries.filter(({ group }) => group === 'reference')),
  ].join('\n\n')}\n`;
}

/** `llms-full.txt`: the introduction, every operation and every guide, one after the other. */
export function llmsFull(document: Document, guides: readonly MarkdownPage[]): string {
  const { info } = document;
  const operations = operationsOf(document).map((entry) =>
    operationMarkdown(pageWriter(document, ''), entry),
  );
  const marks = [info, document].map((element) => markdownMarks(element));
  const parts = [`# ${info.title}`, info.description?.trim(), ...marks];
  const introduction = `${parts.filter(Boolean).join('\n\n')}\n`;
  return [introduction, ...operations, ...guides.map(({ content }) => content)].join('\n---\n\n');
}

/** Everything that an operation takes and returns, on a page that needs no other. */
function operationMarkdown(writer: Writer, entry: OperationEntry): string {
  const { operation, method, path } = entry;
  const parts = [
    heading(1, operation.summary ?? operation.operationId),
    inlineCode(`${method.toUpperCase()} ${path}`),
    operation.description,
    writer.marks(operation),
    ...addressMarkdown(writer),
    ...credentials(writer, entry),
    ...parameters(writer, entry),
    ...request(writer, entry),
    ...samples(writer, entry),
    ...successMarkdown(writer, entry),
    ...failureMarkdown(writer, entry),
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

function addressMarkdown({ document: { servers = [] } }: Writer): string[] {
  return servers.flatMap(({ url, variables = {} }) => [
    `Paths are relative to the base address, ${inlineCode(url)}.`,
    ...Object.entries(variables).map(([name, { default: usual, description }]) =>
      words(`${inlineCode(name)}: ${inlineCode(usual)} unless set otherwise.`, description),
    ),
  ]);
}

function credentials(writer: Writer, { operation: { security = [] } }: OperationEntry): string[] {
  const names = security.flatMap((one) => Object.keys(one));
  const schemes = names.map((name) => {
    const scheme = writer.document.components?.securitySchemes?.[name];
    return words(scheme?.description, scheme && writer.marks(scheme));
  });
  return [heading(2, 'Credentials'), ...(schemes.length > 0 ? schemes : ['No header carries credentials.'])];
}

function parameters(writer: Writer, { parameters: all }: OperationEntry): string[] {
  if (all.length === 0) return [];
  const { document } = writer;
  const resolved = all.map((one) => resolve<Parameter>(document, one).element);
  const rows = resolved.map((one) => {
    const schema = one.schema && resolve(document, one.schema).element;
    return [
      inlineCode(one.name),
      one.in,
      schema ? typeOf(document, schema) : '',
      one.required ? 'yes' : 'no',
      words(one.description, schema && aside(rulesOf(schema)), writer.marks(one)),
    ];
  });
  const examples = resolved.flatMap(({ name, examples: named = {} }) =>
    Object.values(named).map((one) => {
      const { summary = '', value } = resolve<Example>(document, one).element;
      return `- ${inlineCode(name)} ${code(value)}: ${summary}`;
    }),
  );
  return [
    heading(2, 'Parameters'),
    markdownTable(['name', 'in', 'type', 'required', 'meaning'], rows),
    examples.join('\n'),
  ];
}

function request(writer: Writer, { operation }: OperationEntry): string[] {
  if (operation.requestBody === undefined) return [];
  const { element } = resolve<RequestBody>(writer.document, operation.requestBody);
  return [
    heading(2, 'Request body'),
    words(element.description, writer.marks(element)),
    ...Object.entries(element.content).flatMap(([type, media]) => [
      `${inlineCode(type)}, ${element.required ? 'required' : 'optional'}.`,
      ...(media.schema === undefined ? [] : schemaMarkdown(writer, media.schema)),
      ...namedExamples(writer, media, 'Request'),
    ]),
  ];
}

function samples({ document }: Writer, entry: OperationEntry): string[] {
  const [call] = callsOf(document, entry);
  if (call === undefined) return [];
  return [
    heading(2, 'Samples'),
    ...codeSamples(call).flatMap(({ label, language, source }) => [
      heading(3, label),
      fenced(source, language),
    ]),
  ];
}

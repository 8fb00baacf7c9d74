import type { Example, Parameter, RequestBody } from '../../contract/document.ts';
import type { OperationEntry } from '../../contract/operations.ts';
import { resolve } from '../../contract/resolve.ts';
import { slug } from '../markdown/slug.ts';
import { fenced, markdownTable } from '../markdown/write-markdown.ts';
import { failureMarkdown, successMarkdown } from './response-markdown.ts';
import { code, inlineCode, rulesOf, typeOf } from './schema-fields.ts';
import { aside, namedExamples, schemaMarkdown } from './schema-markdown.ts';
import { heading, link, type Writer, words } from './writer.ts';

/** An operation: everything that it takes and returns. A page with only this operation is complete. */
export function operationMarkdown(writer: Writer, entry: OperationEntry): string {
  const { operation, method, path } = entry;
  return blocks(
    heading(writer, 1, operation.summary ?? operation.operationId, operation.operationId),
    inlineCode(`${method.toUpperCase()} ${path}`),
    operation.description,
    writer.marks(operation),
    // The whole reference says how to address the service before the first operation.
    ...(writer.whole ? [] : addressMarkdown(writer)),
    ...credentials(writer, entry),
    ...parameters(writer, entry),
    ...request(writer, entry),
    ...samples(writer, entry),
    ...successMarkdown(writer, entry),
    ...failureMarkdown(writer, entry),
  );
}

/** Paragraphs, headings, tables and code, one after the other. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

export function addressMarkdown({ document: { servers = [] } }: Writer): string[] {
  return servers.flatMap(({ url, variables = {} }) => [
    `Paths are relative to the base address, ${inlineCode(url)}.`,
    ...Object.entries(variables).map(([name, { default: usual, description }]) =>
      words(`${inlineCode(name)}: ${inlineCode(usual)} unless set otherwise.`, description),
    ),
  ]);
}

function credentials(
  writer: Writer,
  { operation: { operationId, security = [] } }: OperationEntry,
): string[] {
  const names = security.flatMap((one) => Object.keys(one));
  const schemes = names.map((name) => {
    if (writer.whole) return `${link(writer, name, `security-${name}`)}.`;
    const scheme = writer.document.components?.securitySchemes?.[name];
    return words(scheme?.description, scheme && writer.marks(scheme));
  });
  return [
    heading(writer, 2, 'Credentials', `${operationId}-credentials`),
    ...(schemes.length > 0 ? schemes : ['No header carries credentials.']),
  ];
}

function parameters(writer: Writer, { operation, parameters: all }: OperationEntry): string[] {
  if (all.length === 0) return [];
  const { document } = writer;
  const id = `${operation.operationId}-parameters`;
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
    heading(writer, 2, 'Parameters', id),
    markdownTable(['name', 'in', 'type', 'required', 'meaning'], rows),
    examples.join('\n'),
  ];
}

function request(writer: Writer, { operation }: OperationEntry): string[] {
  if (operation.requestBody === undefined) return [];
  const id = `${operation.operationId}-request`;
  const { element } = resolve<RequestBody>(writer.document, operation.requestBody);
  return [
    heading(writer, 2, 'Request body', id),
    words(element.description, writer.marks(element)),
    ...Object.entries(element.content).flatMap(([type, media]) => [
      `${inlineCode(type)}, ${element.required ? 'required' : 'optional'}.`,
      ...(media.schema === undefined ? [] : schemaMarkdown(writer, media.schema, true)),
      ...namedExamples(writer, media, { level: 3, kind: 'Request', id }),
    ]),
  ];
}

function samples(writer: Writer, { operation }: OperationEntry): string[] {
  const { operationId, 'x-codeSamples': all = [] } = operation;
  if (all.length === 0) return [];
  const id = `${operationId}-samples`;
  return [
    heading(writer, 2, 'Samples', id),
    ...all.flatMap(({ lang, label = lang, source }) => [
      heading(writer, 3, label, `${id}-${slug(label)}`),
      fenced(source, lang.toLowerCase()),
    ]),
  ];
}

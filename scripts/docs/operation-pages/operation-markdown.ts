import type { Example, Parameter, RequestBody } from '../../contract/document.ts';
import type { OperationEntry } from '../../contract/operations.ts';
import { resolve } from '../../contract/resolve.ts';
import { callsOf } from '../../samples/call.ts';
import { codeSamples } from '../../samples/code-samples.ts';
import { fenced, markdownTable } from '../markdown/write-markdown.ts';
import { aside, code, inlineCode, rulesOf, typeOf } from '../reference/schema-fields.ts';
import { failureMarkdown, successMarkdown } from './response-markdown.ts';
import { namedExamples, schemaMarkdown } from './schema-markdown.ts';
import { heading, type Writer, words } from './writer.ts';

/** Everything that an operation takes and returns, on a page that needs no other. */
export function operationMarkdown(writer: Writer, entry: OperationEntry): string {
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

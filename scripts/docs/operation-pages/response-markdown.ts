import type { Header, Response } from '../../contract/document.ts';
import { type OperationEntry, resolve } from '../../contract/operations.ts';
import { markdownTable } from '../markdown/write-markdown.ts';
import { type AdvisedFailure, advisedFailures } from '../reference/advice.ts';
import { aside, inlineCode, rulesOf } from '../reference/schema-fields.ts';
import { commonMarkdown, json, namedExamples, schemaMarkdown } from './schema-markdown.ts';
import { heading, type Writer, words } from './writer.ts';

/** The successful responses with their headers, bodies and examples. */
export function successMarkdown(writer: Writer, { operation }: OperationEntry): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, reference]) => {
      const { element } = resolve(writer.document, reference);
      return [
        heading(2, `Response ${status}`),
        words(element.description, writer.marks(element)),
        headersMarkdown(writer, [element]),
        ...Object.values(element.content ?? {}).flatMap((media) => [
          ...(media.schema === undefined ? [] : schemaMarkdown(writer, media.schema)),
          ...namedExamples(writer, media, 'Response'),
        ]),
        links(element),
      ];
    });
}

function links({ links: all = {} }: Response): string {
  const items = Object.values(all).map(({ operationId = '', description, parameters = {} }) => {
    const values = Object.entries(parameters).map(
      ([name, value]) => `${inlineCode(name)} is ${inlineCode(String(value))}.`,
    );
    return words('- Next, you can call', `${inlineCode(operationId)}:`, description, ...values);
  });
  return items.join('\n');
}

/** What goes wrong, and what to do about it. */
export function failureMarkdown(writer: Writer, { operation }: OperationEntry): string[] {
  const all = advisedFailures(writer.document, operation);
  const [first] = all;
  if (first === undefined) return [];
  const rows = all.map(({ code, reason, example, advice }) => [
    String(code),
    inlineCode(reason),
    whenOf(example),
    advice,
  ]);
  return [
    heading(2, 'Failures'),
    'A failure is an envelope too: `status.code` is the HTTP status, and `status.reason` names the cause.',
    markdownTable(['code', 'reason', 'when', 'what to do'], rows),
    ...failureBodies(writer, operation, first),
  ];
}

function whenOf({ summary, 'x-cause': cause }: AdvisedFailure['example']): string {
  return words(summary, cause);
}

function failureBodies(
  writer: Writer,
  { responses }: OperationEntry['operation'],
  { reason, example }: AdvisedFailure,
): string[] {
  const failed = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, reference]) => ({ status, element: resolve(writer.document, reference).element }));
  const elements = failed.map(({ element }) => element);
  const rows = failed.map(({ status, element }) => [
    status,
    element.description,
    Object.keys(element.headers ?? {})
      .map(inlineCode)
      .join(', '),
    writer.marks(element),
  ]);
  const schemas = elements
    .flatMap(({ content = {} }) => Object.values(content).map(({ schema = {} }) => schema))
    .flatMap((schema) => resolve(writer.document, schema).element.anyOf ?? [schema]);
  const unique = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  return [
    `For example, ${inlineCode(reason)}:`,
    json(example.value),
    ...commonMarkdown(writer, [...unique.values()]),
    heading(3, 'Failure responses'),
    markdownTable(['code', 'meaning', 'headers', 'rests on'], rows),
    headersMarkdown(writer, elements),
  ];
}

/** Each header once, however many of the responses have it. */
function headersMarkdown(writer: Writer, responses: readonly Response[]): string {
  const all = responses.flatMap(({ headers = {} }) => Object.entries(headers));
  const unique = new Map(all.map(([name, given]) => [`${name} ${JSON.stringify(given)}`, { name, given }]));
  const rows = [...unique.values()].map(({ name, given }) => {
    const { element } = resolve(writer.document, given);
    return [inlineCode(name), element.required ? 'yes' : 'no', headerMeaning(writer, element)];
  });
  return rows.length === 0 ? '' : markdownTable(['header', 'always sent', 'meaning'], rows);
}

function headerMeaning(writer: Writer, header: Header): string {
  const schema = header.schema && resolve(writer.document, header.schema).element;
  return words(header.description, schema && aside(rulesOf(schema)), writer.marks(header));
}

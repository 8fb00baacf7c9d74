import type { Header, Response } from '../../contract/document.ts';
import type { OperationEntry } from '../../contract/operations.ts';
import { resolve } from '../../contract/resolve.ts';
import { markdownTable } from '../markdown/write-markdown.ts';
import { type AdvisedFailure, advisedFailures } from './advice.ts';
import { inlineCode, rulesOf } from './schema-fields.ts';
import { aside, commonMarkdown, json, namedExamples, schemaMarkdown } from './schema-markdown.ts';
import { anchor, heading, link, type Writer, words } from './writer.ts';

/** The successful responses with their headers, bodies and examples. */
export function successMarkdown(writer: Writer, { operation }: OperationEntry): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, reference]) => {
      const { element } = resolve(writer.document, reference);
      const id = `${operation.operationId}-${status}`;
      return [
        heading(writer, 2, `Response ${status}`, id),
        words(element.description, writer.marks(element)),
        headersMarkdown(writer, [element]),
        ...Object.values(element.content ?? {}).flatMap((media) => [
          ...(media.schema === undefined ? [] : schemaMarkdown(writer, media.schema, true)),
          ...namedExamples(writer, media, { level: 3, kind: 'Response', id }),
        ]),
        links(writer, element),
      ];
    });
}

function links(writer: Writer, { links: all = {} }: Response): string {
  const items = Object.values(all).map(({ operationId = '', description, parameters = {} }) => {
    const values = Object.entries(parameters).map(
      ([name, value]) => `${inlineCode(name)} is ${inlineCode(String(value))}.`,
    );
    const next = link(writer, inlineCode(operationId), operationId);
    return words('- Next, you can call', `${next}:`, description, ...values);
  });
  return items.join('\n');
}

/** What goes wrong, and what to do about it. */
export function failureMarkdown(writer: Writer, { operation }: OperationEntry): string[] {
  const all = advisedFailures(writer.document, operation);
  const [first] = all;
  if (first === undefined) return [];
  const id = operation.operationId;
  return [
    heading(writer, 2, 'Failures', `${id}-failures`),
    'A failure is an envelope too: `status.code` is the HTTP status, and `status.reason` names the cause.',
    markdownTable(['code', 'reason', 'when', 'what to do'], failureRows(writer, id, all)),
    // The whole reference has these once for all operations.
    ...(writer.whole ? [] : failureBodies(writer, operation, first)),
  ];
}

function failureRows(writer: Writer, id: string, all: readonly AdvisedFailure[]): string[][] {
  return all.map(({ code, reason, component, example, advice }, at) => {
    const isFirst = all[at - 1]?.code !== code;
    const shown =
      component === undefined ? String(code) : link(writer, String(code), `response-${component}`);
    return [
      shown + (isFirst ? anchor(writer, `${id}-${code}`) : ''),
      link(writer, inlineCode(reason), `reason-${reason}`) + anchor(writer, `${id}-${reason}`),
      whenOf(example),
      advice,
    ];
  });
}

export function whenOf({ summary, 'x-cause': cause }: AdvisedFailure['example']): string {
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
    '### Failure responses',
    markdownTable(['code', 'meaning', 'headers', 'rests on'], rows),
    headersMarkdown(writer, elements),
  ];
}

/** Each header once, however many of the responses have it. */
export function headersMarkdown(writer: Writer, responses: readonly Response[]): string {
  const all = responses.flatMap(({ headers = {} }) => Object.entries(headers));
  const unique = new Map(all.map(([name, given]) => [`${name} ${JSON.stringify(given)}`, { name, given }]));
  const rows = [...unique.values()].map(({ name, given }) => {
    const { element, name: component } = resolve(writer.document, given);
    const shown = inlineCode(name);
    return [
      component === undefined ? shown : link(writer, shown, `header-${component}`),
      element.required ? 'yes' : 'no',
      headerMeaning(writer, element),
    ];
  });
  return rows.length === 0 ? '' : markdownTable(['header', 'always sent', 'meaning'], rows);
}

export function headerMeaning(writer: Writer, header: Header): string {
  const schema = header.schema && resolve(writer.document, header.schema).element;
  return words(header.description, schema && aside(rulesOf(schema)), writer.marks(header));
}

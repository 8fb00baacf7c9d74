import { operationsOf } from '../../contract/operations.ts';
import { resolve } from '../../contract/resolve.ts';
import { markdownTable } from '../markdown/write-markdown.ts';
import { advisedFailures } from './advice.ts';
import { headerMeaning, headersMarkdown, whenOf } from './response-markdown.ts';
import { inlineCode } from './schema-fields.ts';
import { exampleOf, namedExamples, schemaMarkdown, schemaRules } from './schema-markdown.ts';
import { anchor, heading, link, type Writer, words } from './writer.ts';

/** How to send credentials. */
export function securityMarkdown(writer: Writer): string[] {
  const schemes = Object.entries(writer.document.components?.securitySchemes ?? {});
  if (schemes.length === 0) return [];
  return [
    heading(writer, 2, 'Credentials', 'credentials'),
    ...schemes.flatMap(([name, scheme]) => [
      heading(writer, 3, name, `security-${name}`),
      inlineCode(words(scheme.type, scheme.scheme, scheme.in, scheme.name)),
      words(scheme.description, writer.marks(scheme)),
    ]),
  ];
}

/** Every reason of a failure, once, with the operations that return it. */
export function reasonsMarkdown(writer: Writer): string[] {
  const { document } = writer;
  const all = operationsOf(document).flatMap(({ operation }) =>
    advisedFailures(document, operation).map((failure) => ({ failure, id: operation.operationId })),
  );
  const reasons = new Map(all.map(({ failure }) => [failure.reason, failure]));
  const rows = [...reasons.values()].map(({ reason, code, message, example, advice }) => [
    inlineCode(reason) + anchor(writer, `reason-${reason}`),
    String(code),
    message,
    whenOf(example),
    advice,
    all
      .filter(({ failure }) => failure.reason === reason)
      .map(({ id }) => link(writer, id, `${id}-${reason}`))
      .join(', '),
  ]);
  return [
    heading(writer, 2, 'Reasons of failures', 'reasons'),
    markdownTable(['reason', 'code', 'message', 'when', 'what to do', 'operations'], rows),
  ];
}

/** The responses that operations share. */
export function responsesMarkdown(writer: Writer): string[] {
  const all = Object.entries(writer.document.components?.responses ?? {});
  return [
    heading(writer, 2, 'Responses', 'responses'),
    ...all.flatMap(([name, element]) => {
      const id = `response-${name}`;
      return [
        heading(writer, 3, name, id),
        words(element.description, writer.marks(element)),
        headersMarkdown(writer, [element]),
        ...Object.entries(element.content ?? {}).flatMap(([type, media]) => {
          const schema = media.schema && resolve(writer.document, media.schema).name;
          const body = schema === undefined ? '' : `, ${link(writer, schema, `schema-${schema}`)}`;
          return [
            `Body: ${inlineCode(type)}${body}.`,
            ...namedExamples(writer, media, { level: 4, kind: 'Response', id }),
          ];
        }),
      ];
    }),
  ];
}

/** The headers that responses share. */
export function sharedHeadersMarkdown(writer: Writer): string[] {
  const all = Object.entries(writer.document.components?.headers ?? {});
  return [
    heading(writer, 2, 'Headers', 'headers'),
    ...all.flatMap(([name, element]) => {
      const schema = element.schema && resolve(writer.document, element.schema).element;
      return [
        heading(writer, 3, name, `header-${name}`),
        words(
          headerMeaning(writer, element),
          schema && schemaRules(writer, schema),
          schema && exampleOf(schema),
          element.required ? 'Always sent.' : 'Sent sometimes.',
        ),
      ];
    }),
  ];
}

export function schemasMarkdown(writer: Writer): string[] {
  const all = Object.entries(writer.document.components?.schemas ?? {});
  return [
    heading(writer, 2, 'Schemas', 'schemas'),
    ...all.flatMap(([name, element]) => [
      heading(writer, 3, name, `schema-${name}`),
      ...schemaMarkdown(writer, element, false),
    ]),
  ];
}

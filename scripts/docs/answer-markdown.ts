import type { Document, Response } from '../contract/document.ts';
import type { OperationEntry } from '../contract/operations.ts';
import { resolve } from '../contract/resolve.ts';
import { advisedFailures } from './advice.ts';
import { bodyMarkdown, json, namedExamples, tellRules } from './body-markdown.ts';
import { inlineCode } from './fields.ts';
import { markdownTable } from './markdown-table.ts';
import { markdownMarks } from './marks.ts';

/** The answers of success with their headers, bodies and examples. */
export function successMarkdown(document: Document, { operation }: OperationEntry, base: string): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, reference]) => {
      const { element } = resolve(document, reference);
      return [
        `## Answer ${status}`,
        element.description,
        markdownMarks(element, { extension: 'md', base }),
        headers(document, [element], base),
        ...Object.values(element.content ?? {}).flatMap((media) => [
          ...(media.schema === undefined ? [] : bodyMarkdown(document, media.schema, base)),
          ...namedExamples(document, media, 'Answer'),
        ]),
        links(element),
      ];
    });
}

function links({ links: all = {} }: Response): string {
  const items = Object.values(all).map(({ operationId = '', description = '', parameters = {} }) => {
    const values = Object.entries(parameters).map(
      ([name, value]) => `${inlineCode(name)} is ${inlineCode(String(value))}.`,
    );
    return ['- May be followed by', `${inlineCode(operationId)}: ${description}`, ...values].join(' ');
  });
  return items.join('\n');
}

/** What goes wrong, and what to do about it. */
export function failureMarkdown(document: Document, { operation }: OperationEntry, base: string): string[] {
  const all = advisedFailures(document, operation);
  const [first] = all;
  if (first === undefined) return [];
  const rows = all.map(({ code, reason, example: { summary = '', 'x-cause': cause }, advice }) => [
    String(code),
    inlineCode(reason),
    cause === undefined ? summary : `${summary} ${cause}`,
    advice,
  ]);
  const answers = Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, reference]) => ({ status, element: resolve(document, reference).element }));
  const meanings = answers.map(({ status, element }) => [
    status,
    element.description,
    Object.keys(element.headers ?? {})
      .map(inlineCode)
      .join(', '),
    markdownMarks(element, { extension: 'md', base }),
  ]);
  const elements = answers.map(({ element }) => element);
  return [
    '## Failures',
    'A failure is an envelope too: `status.code` is the HTTP status, and `status.reason` names the cause.',
    markdownTable(['code', 'reason', 'when', 'what to do'], rows),
    `Such as ${inlineCode(first.reason)}:`,
    json(first.example.value),
    ...failureBodies(document, elements, base),
    '### Answers of failure',
    markdownTable(['code', 'meaning', 'headers', 'rests on'], meanings),
    headers(document, elements, base),
  ];
}

/** Each schema of a failure once, whichever answers share it. */
function failureBodies(document: Document, answers: readonly Response[], base: string): string[] {
  const schemas = answers.flatMap(({ content = {} }) => Object.values(content).map(({ schema }) => schema));
  const unique = new Map(
    schemas.flatMap((schema) => (schema ? [[JSON.stringify(schema), schema] as const] : [])),
  );
  return [...unique.values()].flatMap((schema) => bodyMarkdown(document, schema, base));
}

function headers(document: Document, answers: readonly Response[], base: string): string {
  const all = answers.flatMap(({ headers: own = {} }) => Object.entries(own));
  const unique = new Map(
    all.map(([name, reference]) => [`${name} ${JSON.stringify(reference)}`, { name, reference }]),
  );
  const rows = [...unique.values()].map(({ name, reference }) => {
    const { element } = resolve(document, reference);
    const schema = element.schema && resolve(document, element.schema).element;
    const meaning = [element.description, ...(schema ? tellRules(schema) : [])];
    return [
      inlineCode(name),
      [...meaning, markdownMarks(element, { extension: 'md', base })].filter(Boolean).join(' '),
    ];
  });
  return rows.length === 0 ? '' : markdownTable(['header', 'meaning'], rows);
}

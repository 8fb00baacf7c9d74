import type { Document, Example, Parameter, RequestBody } from '../contract/document.ts';
import type { OperationEntry } from '../contract/operations.ts';
import { resolve } from '../contract/resolve.ts';
import { failureMarkdown, successMarkdown } from './answer-markdown.ts';
import { bodyMarkdown, namedExamples, tellRules } from './body-markdown.ts';
import { code, inlineCode, typeOf } from './fields.ts';
import { fenced, markdownTable } from './markdown-table.ts';
import { markdownMarks } from './marks.ts';

/**
 * An operation by itself, in Markdown: for people and programs that read no other page.
 *
 * @param base the way from the page to the root of the site, such as `../`.
 */
export function operationMarkdown(document: Document, entry: OperationEntry, base: string): string {
  const { operation, method, path } = entry;
  const blocks = [
    `# ${operation.summary}`,
    inlineCode(`${method.toUpperCase()} ${path}`),
    operation.description,
    markdownMarks(operation, { extension: 'md', base }),
    ...address(document),
    ...credentials(document, entry, base),
    ...parameters(document, entry, base),
    ...request(document, entry, base),
    ...samples(entry),
    ...successMarkdown(document, entry, base),
    ...failureMarkdown(document, entry, base),
  ];
  return `${blocks.filter((block) => block !== undefined && block !== '').join('\n\n')}\n`;
}

function address({ servers = [] }: Document): string[] {
  return servers.flatMap(({ url, variables = {} }) => [
    `The path is relative to the base address, ${inlineCode(url)}.`,
    ...Object.entries(variables).map(
      ([name, { default: usual, description = '' }]) =>
        `${inlineCode(name)}: ${inlineCode(usual)} unless set otherwise. ${description}`,
    ),
  ]);
}

function credentials(
  { components }: Document,
  { operation: { security = [] } }: OperationEntry,
  base: string,
): string[] {
  const names = security.flatMap((one) => Object.keys(one));
  const schemes = names.map((name) => {
    const scheme = components?.securitySchemes?.[name];
    return [scheme?.description, scheme && markdownMarks(scheme, { extension: 'md', base })].join(' ');
  });
  return ['## Credentials', ...(schemes.length > 0 ? schemes : ['None are sent in a header.'])];
}

function parameters(document: Document, { parameters: all }: OperationEntry, base: string): string[] {
  if (all.length === 0) return [];
  const resolved = all.map((one) => resolve<Parameter>(document, one).element);
  const rows = resolved.map((one) => {
    const schema = one.schema && resolve(document, one.schema).element;
    return [
      inlineCode(one.name),
      one.in,
      schema ? typeOf(document, schema) : '',
      one.required ? 'yes' : 'no',
      [
        one.description,
        ...(schema ? tellRules(schema) : []),
        markdownMarks(one, { extension: 'md', base }),
      ].join(' '),
    ];
  });
  const examples = resolved.flatMap(({ name, examples: named = {} }) =>
    Object.values(named).map((one) => {
      const { summary, value } = resolve<Example>(document, one).element;
      return `- ${inlineCode(name)} ${code(value)}: ${summary}`;
    }),
  );
  return [
    '## Parameters',
    markdownTable(['name', 'in', 'type', 'required', 'meaning'], rows),
    examples.join('\n'),
  ];
}

function request(document: Document, { operation }: OperationEntry, base: string): string[] {
  if (operation.requestBody === undefined) return [];
  const { element } = resolve<RequestBody>(document, operation.requestBody);
  return [
    '## Request body',
    ...Object.entries(element.content).flatMap(([type, media]) => [
      `${inlineCode(type)}, ${element.required ? 'required' : 'optional'}.`,
      ...(media.schema === undefined ? [] : bodyMarkdown(document, media.schema, base)),
      ...namedExamples(document, media, 'Request'),
    ]),
  ];
}

function samples({ operation: { 'x-codeSamples': all = [] } }: OperationEntry): string[] {
  if (all.length === 0) return [];
  return [
    '## Samples',
    ...all.flatMap(({ lang, label = lang, source }) => [`### ${label}`, fenced(source, lang.toLowerCase())]),
  ];
}

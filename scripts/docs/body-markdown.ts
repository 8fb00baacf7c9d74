import type { Document, MediaType, Reference, Schema } from '../contract/document.ts';
import { resolve } from '../contract/resolve.ts';
import { code, type Field, fieldsOf, inlineCode, rulesOf } from './fields.ts';
import { fenced, markdownTable } from './markdown-table.ts';
import { markdownMarks } from './marks.ts';

/** What a schema says, and its members at every depth. */
export function bodyMarkdown(document: Document, schema: Schema | Reference, base: string): string[] {
  const { element } = resolve(document, schema);
  const rows = fieldsOf(document, schema, true).map((field) => row(field, base));
  return [
    [element.description, ...tellRules(element), markdownMarks(element, { extension: 'md', base })]
      .join(' ')
      .trim(),
    markdownTable(['member', 'type', 'required', 'meaning'], rows),
  ];
}

function row({ path, type, required, schema }: Field, base: string): string[] {
  const example = schema.example === undefined ? [] : [`Example: ${code(schema.example)}.`];
  const marks = markdownMarks(schema, { extension: 'md', base });
  const meaning = [schema.description, ...tellRules(schema), ...example, marks];
  return [inlineCode(path), type, required ? 'yes' : 'no', meaning.filter(Boolean).join(' ')];
}

/** What a value must be, as an aside. */
export function tellRules(schema: Schema): string[] {
  const rules = rulesOf(schema);
  return rules.length === 0 ? [] : [`(${rules.join('; ')})`];
}

/** Each example of a body under its name. */
export function namedExamples(document: Document, { examples = {} }: MediaType, kind: string): string[] {
  return Object.entries(examples).flatMap(([name, one]) => {
    const { summary = '', value } = resolve(document, one).element;
    return [`### ${kind}: ${name}`, summary, json(value)];
  });
}

export function json(value: unknown): string {
  return fenced(JSON.stringify(value, null, 2), 'json');
}

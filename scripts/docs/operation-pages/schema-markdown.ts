import type { MediaType, Reference, Schema } from '../../contract/document.ts';
import { resolve } from '../../contract/operations.ts';
import { fenced, markdownTable } from '../markdown/write-markdown.ts';
import {
  aside,
  exampleOf,
  type Field,
  fieldsOf,
  inlineCode,
  rulesOf,
  typeOf,
} from '../reference/schema-fields.ts';
import { heading, type Writer, words } from './writer.ts';

/** What a schema says, and its fields. Fields that are components themselves are unfolded. */
export function schemaMarkdown(writer: Writer, schema: Schema | Reference): string[] {
  const { document } = writer;
  const { element } = resolve(document, schema);
  const rows = fieldsOf(document, schema).map((field) => row(writer, field));
  const rules = aside([typeOf(document, element), ...rulesOf(element)]);
  return [
    words(element.description, rules, exampleOf(element), writer.marks(element)),
    rows.length === 0 ? '' : markdownTable(['field', 'type', 'required', 'meaning'], rows),
  ];
}

/** The fields of several schemas in one table. What is the same in all of them is one row. */
export function commonMarkdown(writer: Writer, schemas: readonly (Schema | Reference)[]): string[] {
  const rows = schemas.flatMap((schema) =>
    fieldsOf(writer.document, schema).map((field) => ({ path: field.path, cells: row(writer, field) })),
  );
  const unique = new Map(rows.map((one) => [JSON.stringify(one.cells), one]));
  const order = [...new Set(rows.map(({ path }) => path))];
  const sorted = [...unique.values()].toSorted(
    (one, other) => order.indexOf(one.path) - order.indexOf(other.path),
  );
  const marked = schemas
    .map((schema) => resolve(writer.document, schema).element)
    .filter((element) => writer.marks(element) !== '')
    .map((element) => words('-', element.description, writer.marks(element)));
  return [
    markdownTable(
      ['field', 'type', 'required', 'meaning'],
      sorted.map(({ cells }) => cells),
    ),
    marked.join('\n'),
  ];
}

function row(writer: Writer, { path, type, required, schema }: Field): string[] {
  const meaning = words(schema.description, aside(rulesOf(schema)), exampleOf(schema), writer.marks(schema));
  return [inlineCode(path), type, required ? 'yes' : 'no', meaning];
}

/** Each example of a body under its name. */
export function namedExamples(writer: Writer, { examples = {} }: MediaType, kind: string): string[] {
  return Object.entries(examples).flatMap(([name, one]) => {
    const { summary, value, 'x-cause': cause } = resolve(writer.document, one).element;
    return [heading(3, `${kind}: ${name}`), words(summary, cause && `Cause: ${cause}`), json(value)];
  });
}

export function json(value: unknown): string {
  return fenced(JSON.stringify(value, null, 2), 'json');
}

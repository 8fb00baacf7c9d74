import type { MediaType, Reference, Schema } from '../../contract/document.ts';
import { resolve } from '../../contract/resolve.ts';
import { fenced, markdownTable } from '../markdown/write-markdown.ts';
import { code, type Field, fieldsOf, inlineCode, rulesOf, typeOf } from './schema-fields.ts';
import { heading, link, type Writer, words } from './writer.ts';

/**
 * What a schema says, and its fields.
 *
 * @param deep whether fields that are components themselves are unfolded.
 */
export function schemaMarkdown(writer: Writer, schema: Schema | Reference, deep: boolean): string[] {
  const { element } = resolve(writer.document, schema);
  const rows = fieldsOf(writer.document, schema, deep).map((field) => row(writer, field));
  return [
    words(element.description, schemaRules(writer, element), exampleOf(element), writer.marks(element)),
    rows.length === 0 ? '' : markdownTable(['field', 'type', 'required', 'meaning'], rows),
  ];
}

/** The fields of several schemas in one table. What is the same in all of them is one row. */
export function commonMarkdown(writer: Writer, schemas: readonly (Schema | Reference)[]): string[] {
  const rows = schemas.flatMap((schema) =>
    fieldsOf(writer.document, schema, true).map((field) => ({ path: field.path, cells: row(writer, field) })),
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

function row(writer: Writer, { path, type, required, schema, component }: Field): string[] {
  const meaning = words(schema.description, aside(rulesOf(schema)), exampleOf(schema), writer.marks(schema));
  const shown = component === undefined ? type : link(writer, type, `schema-${component}`);
  return [inlineCode(path), shown, required ? 'yes' : 'no', meaning];
}

/** The type of a value and its rules, in brackets. */
export function schemaRules({ document }: Writer, schema: Schema): string {
  return aside([typeOf(document, schema), ...rulesOf(schema)]);
}

export function aside(rules: readonly string[]): string {
  return rules.length === 0 ? '' : `(${rules.join('; ')})`;
}

export function exampleOf({ example }: Schema): string {
  return example === undefined ? '' : `Example: ${code(example)}.`;
}

/** Each example of a body under its name. */
export function namedExamples(
  writer: Writer,
  { examples = {} }: MediaType,
  { level, kind, id }: { readonly level: number; readonly kind: string; readonly id: string },
): string[] {
  return Object.entries(examples).flatMap(([name, one]) => {
    const { summary, value, 'x-cause': cause } = resolve(writer.document, one).element;
    return [
      heading(writer, level, `${kind}: ${name}`, `${id}-${name}`),
      words(summary, cause && `Cause: ${cause}`),
      json(value),
    ];
  });
}

export function json(value: unknown): string {
  return fenced(JSON.stringify(value, null, 2), 'json');
}

import type { Document, Marked, RequestBody } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { resolve } from '../../contract/resolve.ts';
import { markdownMarks } from '../reference/marks.ts';

/** Fields that hold data, not parts of the document. */
const data = new Set(['example', 'value', 'default', 'const', 'enum', 'x-codeSamples']);

/**
 * The document with its marks written into its descriptions, for tools that show descriptions and do not know `x-decision`,
 * `x-secret` and `x-deprecation`.
 */
export function mark(document: Document): Document {
  // Only descriptions differ from the document.
  return markAll(withBodyMarks(document)) as Document;
}

/** Redoc does not show the description of a body's schema, so its marks go into the description of the body. */
function withBodyMarks(document: Document): Document {
  const marked = structuredClone(document);
  for (const { operation } of operationsOf(marked)) {
    if (operation.requestBody === undefined) continue;
    const { element } = resolve<RequestBody>(marked, operation.requestBody);
    const marks = Object.values(element.content)
      .map(({ schema }) => (schema ? markdownMarks(marksIn(resolve(marked, schema).element)) : ''))
      .filter((text) => text !== '');
    if (marks.length > 0) Object.assign(element, { description: describe(element, marks.join(' · ')) });
  }
  return marked;
}

function markAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markAll);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    data.has(name) ? field : markAll(field),
  ]);
  const copy: object = Object.fromEntries(fields);
  const marks = markdownMarks(marksIn(value));
  return marks === '' ? copy : { ...copy, description: describe(value, marks) };
}

// A schema may have a property with the name of a mark, whose value is not text.
function marksIn(value: object): Marked {
  const { 'x-decision': decision, 'x-secret': secret, deprecated } = value as Record<string, unknown>;
  const slugs = [decision].flat().filter((slug) => typeof slug === 'string');
  const marks: Marked = { 'x-decision': slugs, 'x-secret': secret === true };
  // The linter checks what comes with `deprecated: true`.
  return deprecated === true ? { ...(value as Marked), ...marks } : marks;
}

function describe(value: object, marks: string): string {
  const own = 'description' in value && typeof value.description === 'string' ? value.description : '';
  return own === '' ? marks : `${own.trimEnd()}\n\n${marks}`;
}

import type { Document, Reference, Schema } from '../../contract/document.ts';
import { resolve } from '../../contract/operations.ts';

export interface Field {
  /** From the outermost object, such as `data.errors[].rule`. */
  readonly path: string;
  readonly required: boolean;
  readonly type: string;
  readonly schema: Schema;
}

/** The fields of an object in the order of the contract, each followed by its own fields. @param above the components around it */
export function fieldsOf(
  document: Document,
  schema: Schema | Reference,
  prefix = '',
  above: readonly string[] = [],
): Field[] {
  const { element: object, name: component } = resolve(document, schema);
  // A component that contains itself is unfolded once.
  if (component !== undefined && above.includes(component)) return [];
  const within = component === undefined ? above : [...above, component];
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name;
    const { element } = resolve(document, property);
    const required = object.required?.includes(name) === true;
    return [
      { path, required, type: typeOf(document, element), schema: element },
      ...fieldsOf(document, property, `${path}.`, within),
      ...(element.items === undefined
        ? []
        : fieldsOf(document, element.items, `${path}[].`, within)),
    ];
  });
}

/** Such as `string`, `string (date-time)`, `array of object`. */
export function typeOf(document: Document, { type = 'any', format, items }: Schema): string {
  const plain = [type].flat().join(' or ');
  if (items !== undefined)
    return `${plain} of ${typeOf(document, resolve(document, items).element)}`;
  return format === undefined ? plain : `${plain} (${format})`;
}

const known = new Set([
  ...[
    'type',
    'format',
    'items',
    'properties',
    'required',
    'description',
    'title',
    'example',
    'examples',
  ],
  ...['x-decision', 'x-secret', 'deprecated', 'x-deprecation'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['pattern', 'const', 'enum', 'additionalProperties'],
]);

/** What a value must be. A keyword without words here is shown unchanged, so that none is lost. */
export function rulesOf(schema: Schema): string[] {
  const others = Object.entries(schema).filter(([keyword]) => !known.has(keyword));
  return [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, 'items'),
    schema.const !== undefined && `always ${code(schema.const)}`,
    Array.isArray(schema.enum) && `one of ${schema.enum.map(code).join(', ')}`,
    typeof schema.pattern === 'string' && `matches ${inlineCode(visible(schema.pattern))}`,
    schema.additionalProperties === false && 'no other fields',
    ...others.map(([keyword, value]) => `${keyword}: ${code(value)}`),
  ].filter((rule) => rule !== false && rule !== undefined);
}

function range(least: unknown, most: unknown, unit: string): string | undefined {
  const of = unit === '' ? '' : ` ${unit}`;
  if (least !== undefined && most !== undefined) return `${least} to ${most}${of}`;
  if (most !== undefined) return `at most ${most}${of}`;
  return least === undefined ? undefined : `at least ${least}${of}`;
}

/** Characters that nobody sees, such as controls and most spaces, are written as `\uXXXX`. */
function visible(pattern: string): string {
  return pattern.replaceAll(
    /(?! )[\p{C}\p{Z}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

export function code(value: unknown): string {
  return inlineCode(JSON.stringify(value));
}

/** Text as code in Markdown, whatever backticks are in it (CommonMark 0.31, 6.1). */
export function inlineCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

export function exampleOf({ example }: Schema): string {
  return example === undefined ? '' : `Example: ${code(example)}.`;
}

import { writeJson } from '../../bounded/digits.ts';
import type { Numeric } from '../../bounded/long-numbers.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { fieldSchemas, isReference } from './field-schemas.ts';
import { isReadOnly, type SchemaResolver, sampleOf, typeOf } from './sample.ts';
import { boundAt, numberAt } from './scalars.ts';

export interface EdgeBody {
  readonly body: JsonObject;
  /** What is special about a field, for each that differs from the plain body. */
  readonly edges: Readonly<Record<string, string>>;
}

const mostBodies = 6;

/** A few bodies, each with as many fields as possible at another edge. */
export function edgeBodies(
  schema: unknown,
  plain: JsonObject,
  token: string,
  validator: SchemaResolver,
  isValid: (body: JsonObject) => boolean,
  depth = 0,
): EdgeBody[] {
  const fields = Object.entries(fieldSchemas(schema, validator)).filter(
    ([name, property]) => !isReference(name) && !isReadOnly(property),
  );
  const found: EdgeBody[] = [];
  for (let at = 0; at < mostBodies; at += 1) {
    let body = plain;
    let isLast = true;
    const edges: Record<string, string> = {};
    for (const [name, property] of fields) {
      const all = edgesOf(property, plain[name], `${token}${at}`, validator, depth).filter(
        ({ value }) => isValid({ ...plain, [name]: value }),
      );
      isLast &&= at >= all.length - 1;
      const edge = all[at % all.length];
      const changed = { ...body, [name]: edge?.value };
      if (edge === undefined || !isValid(changed)) continue;
      body = changed;
      edges[name] = edge.name;
    }
    if (Object.keys(edges).length > 0) found.push({ body, edges });
    if (isLast) break;
  }
  return found;
}

/** The name is the same in every run. */
const edge = (name: string, value: unknown) => ({ name, value });
type Edge = ReturnType<typeof edge>;

function edgesOf(
  schema: JsonObject,
  plain: unknown,
  token: string,
  validator: SchemaResolver,
  depth: number,
): Edge[] {
  if ('const' in schema) return [];
  const type = typeOf(schema);
  const none =
    [schema.type].flat().includes('null') || 'anyOf' in schema ? [edge('null', null)] : [];
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => edge(`the value ${writeJson(value)}`, value));
  if (type === 'boolean') return [edge('false', false), edge('true', true), ...none];
  if (type === 'integer' || type === 'number') return [...numbers(schema, type), ...none];
  if (type === 'array') return [...lists(schema, plain, token, validator), ...none];
  if (type === 'object') {
    // A schema may refer to itself.
    const inner =
      depth > 1 ? [] : edgeBodies(schema, fieldsOf(plain), token, validator, () => true, depth + 1);
    const named = inner.map(({ body, edges }) =>
      edge(`values at an edge: ${Object.keys(edges).join(', ')}`, body),
    );
    return [...named, ...none];
  }
  return [...texts(schema, token), ...none];
}

function numbers(schema: JsonObject, type: string): Edge[] {
  const bounds = (['minimum', 'maximum'] as const).flatMap((name) => {
    const value = boundAt(schema, name);
    return value === undefined || !isStored(value, type) ? [] : [edge(name, value)];
  });
  const middle = (numberAt(schema, 'minimum') ?? 0) + 1.37;
  return [edge('0', 0), ...(type === 'number' ? [edge('a fraction', middle)] : []), ...bounds];
}

/** Whether a server that has the bound can be expected to store it. Beyond 2^31, only the bounds of 64 bits are written on purpose. */
function isStored(value: Numeric, type: string): boolean {
  if (Math.abs(Number(value)) <= 2 ** 31) return true;
  return type === 'integer' && /^(9223372036854775807|-9223372036854775808)$/.test(String(value));
}

function lists(
  schema: JsonObject,
  plain: unknown,
  token: string,
  validator: SchemaResolver,
): Edge[] {
  const item = validator.follow(schema.items);
  // An accepted item may refer to something that exists.
  const [accepted] = Array.isArray(plain) ? plain : [];
  const sample = accepted ?? sampleOf(item, validator, 1);
  const isFree = isJsonObject(item) && texts(item, token).length > 0;
  const items = isFree ? [sample, `${token}`] : [sample];
  return [edge('an empty list', []), edge(`a list of ${items.length}`, items)];
}

// With a format or a pattern, text means something.
function texts(schema: JsonObject, token: string): Edge[] {
  const { format, pattern } = schema;
  const isText = typeOf(schema) === 'string' && format === undefined && pattern === undefined;
  if (!isText || 'enum' in schema) return [];
  const most = numberAt(schema, 'maxLength');
  const least = numberAt(schema, 'minLength') ?? 0;
  const sized = (text: string) => [...text.padEnd(least, 'x')].slice(0, most).join('');
  return [
    ...(most !== undefined && most < 20_000
      ? [edge('longest text', sized(token.padEnd(most, 'x')))]
      : []),
    edge('letters beyond ASCII', sized(`ž数😀 ${token}`)),
    edge('markup', sized(`<&>"' ${token}`)),
  ];
}

import { createFuel } from '../../bounded/fuel.ts';
import { memoize } from '../../memoize.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { unwrapped } from '../schema/unwrapped.ts';
import type { Validator } from '../schema/validator.ts';
import { isReadOnly, type SchemaResolver, sampleOf, typeOf } from './sample.ts';

/** The fields that a schema describes, those of `allOf` included. */
export function fieldSchemas(
  schema: unknown,
  validator: SchemaResolver,
): Readonly<Record<string, JsonObject>> {
  const followed = validator.follow(schema);
  return isJsonObject(followed) ? fieldsFor(validator)(followed) : {};
}

// Each check asks for those of the same few schemas.
const fieldsFor = memoize((validator: SchemaResolver) =>
  memoize((schema: JsonObject) => collectFields(schema, validator, new Set())),
);

function collectFields(
  schema: unknown,
  validator: SchemaResolver,
  visited: Set<unknown>,
): Readonly<Record<string, JsonObject>> {
  const followed = validator.follow(schema);
  if (!isJsonObject(followed) || visited.has(followed)) return {};
  visited.add(followed);
  const only = objectBranch(followed, validator);
  const branches = [
    ...(Array.isArray(followed.allOf) ? followed.allOf : []),
    ...(only === undefined ? [] : [only]),
  ];
  const inherited = branches.map((branch) => collectFields(branch, validator, visited));
  const properties = Object.entries(fieldsOf(followed.properties));
  const own = properties.map(([name, property]) => [
    name,
    unwrapped(fieldsOf(validator.follow(property)), validator.follow),
  ]);
  return Object.assign({}, ...inherited, Object.fromEntries(own));
}

/** The schema of a parameter, by its pointer. */
export function parameterSchema(
  { schemaAt, follow }: Pick<Validator, 'schemaAt' | 'follow'>,
  at: string | undefined,
): JsonObject {
  return at === undefined ? {} : unwrapped(fieldsOf(schemaAt(at)), follow);
}

/** The only branch of a schema for one object: of one branch, or of a list of such objects and one of them. */
export function objectBranch(
  schema: JsonObject,
  { follow }: SchemaResolver,
): JsonObject | undefined {
  const union = schema.oneOf ?? schema.anyOf;
  const branches = Array.isArray(union) ? union.slice(0, 10) : [];
  const others = branches
    .map((branch) => fieldsOf(follow(branch)))
    .filter((branch) => typeOf(branch) !== 'array');
  return others.length === 1 ? others[0] : undefined;
}

/** Whether a field refers to something, by its name: an invented value would refer to nothing. */
export function isReference(name: string): boolean {
  return /(^|[^a-z])(id|uuid|guid)s?$|[a-z](Id|Uuid|UUID|ID)s?$/.test(name);
}

// A field may be an object with as many fields.
const mostFields = 2000;

/** An object with the optional fields that it lacks, where the schema allows a sample of them. */
export function withOptionalFields(
  schema: unknown,
  given: JsonObject,
  validator: SchemaResolver,
  isValid: (changed: JsonObject) => boolean,
  depth = 0,
  fuel = createFuel(mostFields),
): JsonObject {
  let full = given;
  for (const [name, property] of Object.entries(fieldSchemas(schema, validator))) {
    if (isReference(name) || isReadOnly(property)) continue;
    if (!fuel.take()) break;
    const sample = Object.hasOwn(full, name) ? full[name] : sampleOf(property, validator, 1);
    const value =
      isJsonObject(sample) && depth < 3
        ? withOptionalFields(
            property,
            sample,
            validator,
            (one) => isValid({ ...full, [name]: one }),
            depth + 1,
            fuel,
          )
        : sample;
    const changed = { ...full, [name]: value };
    if (isValid(changed)) full = changed;
  }
  return full;
}

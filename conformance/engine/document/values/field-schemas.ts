import { createFuel } from '../../bounded/fuel.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { unwrapped } from '../schema/unwrapped.ts';
import type { Validator } from '../schema/validator.ts';
import { isReadOnly, type SchemaResolver, sampleOf } from './sample.ts';

/** The fields that a schema describes, those of `allOf` included. */
export function fieldSchemas(
  schema: unknown,
  validator: SchemaResolver,
  visited = new Set<unknown>(),
): Readonly<Record<string, JsonObject>> {
  const followed = validator.follow(schema);
  if (!isJsonObject(followed) || visited.has(followed)) return {};
  visited.add(followed);
  const branches = Array.isArray(followed.allOf) ? followed.allOf : [];
  const inherited = branches.map((branch) => fieldSchemas(branch, validator, visited));
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

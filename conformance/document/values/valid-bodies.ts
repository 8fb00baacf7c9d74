import { isJsonObject, type JsonObject, withValueAt } from '../model/pointer.ts';
import type { Validator } from '../schema/validator.ts';
import { isReadOnly } from './read-only.ts';
import { numberAt, typeOf } from './sample.ts';

export interface ValidBody {
  readonly name: string;
  readonly body: unknown;
  /** The field that differs from the accepted body. */
  readonly field: string;
  /**
   * `stated`: the schema names this value or bound, or says that the field is optional. `text`: the schema allows any text
   * of this length, but the server may have more rules.
   */
  readonly basis: 'stated' | 'text';
}

/** An accepted body, with one top-level field at a time changed to another value that the schema allows. */
export function validBodies(schema: string, accepted: unknown, validator: Validator): ValidBody[] {
  const root = validator.schemaAt(schema);
  if (!isJsonObject(root) || !isJsonObject(accepted)) return [];
  const properties = isJsonObject(root.properties) ? root.properties : {};
  const variants = Object.entries(properties).flatMap(([name, property]) => {
    const followed = validator.follow(property);
    const given = accepted[name];
    const own = isJsonObject(followed) && !isReadOnly(followed) ? variantsOf(followed, given) : [];
    const omitted =
      given === undefined ? [] : [{ name: 'left out', value: undefined, basis: 'stated' as const }];
    return [...omitted, ...own].map((variant) => ({ ...variant, field: name }));
  });
  const before = JSON.stringify(accepted);
  return variants.flatMap(({ name, value, field, basis }) => {
    const body = withValueAt(accepted, [field], value);
    if (JSON.stringify(body) === before || validator.check(schema, body)?.length !== 0) return [];
    return [{ name: `/${field} ${name}`, body, field, basis }];
  });
}

interface Variant {
  readonly name: string;
  readonly value: unknown;
  readonly basis: ValidBody['basis'];
}

function variantsOf(schema: JsonObject, given: unknown): Variant[] {
  const stated = (name: string, value: unknown): Variant => ({ name, value, basis: 'stated' });
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => stated(`enum ${JSON.stringify(value)}`, value));
  const type = typeOf(schema);
  if (type === 'boolean') return [stated('true', true), stated('false', false)];
  if (type === 'integer' || type === 'number') {
    return ['minimum', 'maximum'].flatMap((bound) => {
      const value = numberAt(schema, bound);
      return value === undefined ? [] : [stated(bound, value)];
    });
  }
  // With a format or a pattern, a valid text cannot be derived from another. `password` only says how forms show the text.
  const isFormatted = 'pattern' in schema || (schema.format ?? 'password') !== 'password';
  if (type !== 'string' || typeof given !== 'string' || isFormatted) return [];
  const most = numberAt(schema, 'maxLength');
  const least = numberAt(schema, 'minLength') ?? 0;
  const text = (name: string, value: string): Variant => ({ name, value, basis: 'text' });
  return [
    text('other text', [...given].reverse().join('')),
    text('letters beyond ASCII', 'Žluťoučký'.slice(0, most)),
    ...(least > 0 ? [text('minLength', 'x'.repeat(least))] : []),
    ...(most !== undefined && most < 20_000 ? [text('maxLength', 'x'.repeat(most))] : []),
  ];
}

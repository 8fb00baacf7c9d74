import {
  type ApiDocument,
  externalFiles,
  pointerReference,
  referencePointer,
} from '../model/api-document.ts';
import {
  fieldsOf,
  isJsonObject,
  type JsonObject,
  pointer,
  pointerParts,
} from '../model/pointer.ts';
import type { Schemas } from './to-json-schema.ts';

/** A schema that a discriminator can choose, and the values that choose it. */
export interface Choice {
  readonly values: readonly string[];
  /** A reference, as a schema. */
  readonly schema: JsonObject;
  readonly target: string;
}

export interface Choices {
  /** The field whose value chooses. */
  readonly field: string;
  readonly choices: readonly Choice[];
  /** Values that choose nothing more than the schema itself. */
  readonly others: readonly string[];
  /** Whether another value than all of these is an error. */
  readonly isClosed: boolean;
}

export interface Discriminators {
  /** What the discriminator of a schema chooses from. `at` is the pointer to the schema, if it is known. */
  choicesOf(schema: JsonObject, at: string | undefined): Choices | undefined;
  /** Whether a schema is a subtype of another one, which it contains in `allOf`. */
  isSubtype(at: string, base: string): boolean;
}

/**
 * Reads discriminators as authors mean them. A value names a branch of `oneOf` or `anyOf`, or a schema that contains this one in
 * `allOf`: by `mapping`, by the constant of its field, or else by the name of the schema.
 */
export function createDiscriminators({ root }: ApiDocument, schemas: Schemas): Discriminators {
  const components = fieldsOf(fieldsOf(root.components).schemas);
  let subtypes: ReadonlyMap<string, readonly string[]> | undefined;

  /** The pointers to the schemas of the components that have a schema in `allOf`, by the pointer to that schema. */
  function findSubtypes(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const name of Object.keys(components)) {
      const at = pointer('components', 'schemas', name);
      for (const base of basesOf(at)) {
        const subtypes = found.get(base) ?? [];
        found.set(base, subtypes);
        subtypes.push(at);
      }
    }
    return found;
  }

  function basesOf(at: string): Set<string> {
    const found = new Set<string>();
    const pending = [at];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { allOf } = fieldsOf(schemas.at(next));
      for (const part of Array.isArray(allOf) ? allOf : []) {
        const target = targetIn(part);
        if (target === undefined || found.has(target)) continue;
        found.add(target);
        pending.push(target);
      }
    }
    return found;
  }

  const known = new WeakMap<JsonObject, Map<string | undefined, Choices | undefined>>();

  function choicesOf(schema: JsonObject, at: string | undefined): Choices | undefined {
    if (!isJsonObject(schema.discriminator)) return undefined;
    const found = known.get(schema) ?? new Map<string | undefined, Choices | undefined>();
    known.set(schema, found);
    if (!found.has(at)) found.set(at, findChoices(schema, at));
    return found.get(at);
  }

  function findChoices(schema: JsonObject, at: string | undefined): Choices | undefined {
    const { discriminator } = schema;
    if (!isJsonObject(discriminator) || typeof discriminator.propertyName !== 'string')
      return undefined;
    const field = discriminator.propertyName;
    const mapping = Object.entries(fieldsOf(discriminator.mapping));
    const listed = [schema.oneOf, schema.anyOf].find(Array.isArray);
    const branches = listed ?? subtypesOf(at).map(referenceTo);
    // A branch for null has no field.
    const named = branches.filter((one) => fieldsOf(one).type !== 'null');
    const targets = named.flatMap((one) => targetIn(one) ?? []);
    const mapped = mapping.map(([value, to]) => [value, resolve(String(to), targets)] as const);
    const all = [...new Set([...targets, ...mapped.flatMap(([, target]) => target ?? [])])];
    if (all.length === 0) return undefined;
    const constants = all.map((target) => constantsOf(target, field, at));
    // What each schema allows, such as an enumeration in a common part, names none of them.
    const shared = (constants[0] ?? []).filter(
      (value) => all.length > 1 && constants.every((one) => one.includes(value)),
    );
    const choices = all.map((target, index): Choice => {
      const own = mapped.filter(([, to]) => to === target).map(([value]) => value);
      const constant = (constants[index] ?? []).filter((value) => !shared.includes(value));
      const names = constant.length > 0 ? constant : [nameOf(target)];
      // With a mapping, the name of the schema still counts.
      return { values: [...new Set([...own, ...names])], schema: referenceTo(target), target };
    });
    const taken = new Set(choices.flatMap(({ values }) => values));
    const isComplete =
      targets.length === named.length && mapped.every(([, target]) => target !== undefined);
    // A base can be used without a subtype: under its name, or a value that it lists.
    const ofBase =
      listed === undefined && at !== undefined ? [nameOf(at), ...constantsOf(at, field)] : [];
    return {
      field,
      choices,
      others: ofBase.filter((value) => !taken.has(value)),
      isClosed: isComplete && shared.every((value) => taken.has(value)),
    };
  }

  function subtypesOf(at: string | undefined): readonly string[] {
    subtypes ??= findSubtypes();
    return at === undefined ? [] : (subtypes.get(at) ?? []);
  }

  /** The texts that a schema allows in a field, when it lists them itself. */
  function constantsOf(at: string, field: string, base?: string): string[] {
    const visited = new Set([base, at]);
    const inSchema = (schema: unknown): string[] => {
      const { properties, allOf, $ref } = fieldsOf(schema);
      const property = fieldsOf(fieldsOf(properties)[field]);
      const listed = 'const' in property ? [property.const] : property.enum;
      const own = Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
      if (own.length > 0) return own;
      const target = typeof $ref === 'string' ? referencePointer($ref) : undefined;
      if (target !== undefined) {
        if (visited.has(target)) return [];
        visited.add(target);
        return inSchema(schemas.at(target));
      }
      return (
        (Array.isArray(allOf) ? [...allOf].reverse() : [])
          .map(inSchema)
          .find((found) => found.length > 0) ?? []
      );
    };
    return inSchema(schemas.at(at));
  }

  /** A mapping has a reference, the name of a schema, or the path to a file that is part of the document. */
  function resolve(to: string, targets: readonly string[]): string | undefined {
    if (to.startsWith('#')) return existing(referencePointer(to));
    const component = existing(pointer('components', 'schemas', to));
    if (component !== undefined) return component;
    const file = to.replace(/^(\.{0,2}\/)+/, '').replace(/#.*$/s, '');
    return targets.find((target) => {
      const [first, name = ''] = pointerParts(target);
      return first === externalFiles && file !== '' && `/${name}`.endsWith(`/${file}`);
    });
  }

  const existing = (at: string) => (schemas.at(at) === undefined ? undefined : at);

  return { choicesOf, isSubtype: (at, base) => subtypesOf(base).includes(at) };
}

function targetIn(schema: unknown): string | undefined {
  const { $ref } = fieldsOf(schema);
  return typeof $ref === 'string' ? referencePointer($ref) : undefined;
}

const referenceTo = (at: string): JsonObject => ({ $ref: pointerReference(at) });

function nameOf(at: string): string {
  return pointerParts(at).at(-1) ?? '';
}

import { withNumbers, writeJson } from '../../bounded/digits.ts';
import { createFuel, OutOfFuel } from '../../bounded/fuel.ts';
import { sampleLimits, schemaLimits } from '../../bounded/limits.ts';
import { isNumeric } from '../../bounded/long-numbers.ts';
import { memoize } from '../../memoize.ts';
import { fieldsOf, isJsonObject, type JsonObject, pointer } from '../model/pointer.ts';
import { withBranches } from '../schema/decisions.ts';
import type { Choices as DiscriminatorChoices } from '../schema/discriminator.ts';
import { intersect } from '../schema/intersect.ts';
import type { Schema } from '../schema/keywords.ts';
import { problemsIn, type Validator } from '../schema/validator.ts';
import { fitsNumber, fitsText, numberAt, scalarsOf } from './scalars.ts';

export type SchemaResolver = Pick<Validator, 'follow' | 'choicesOf'>;

/** The number of the option at each point where a sample does not follow the first. */
type Choices = ReadonlyMap<string, number>;

/** How many options there are, and to the pointer of which value they belong. */
type Point = { readonly path: string; readonly options: number };

const mostAttempts = 400;
const nothingMade = Symbol('nothing made');
const samples = new WeakMap<Validator, Map<string, unknown>>();

/** The simplest value that the schema at a pointer allows; the simplest of all when none of those tried is valid. */
export function validSampleOf(at: string, validator: Validator): unknown {
  const known = samples.get(validator) ?? new Map<string, unknown>();
  samples.set(validator, known);
  if (!known.has(at)) known.set(at, findSample(at, validator));
  return known.get(at);
}

/** Changes choices near an error, until there is none. */
function findSample(at: string, validator: Validator): unknown {
  const schema = validator.schemaAt(at);
  let steps = 0;
  const attempt = (choices: Choices) => {
    const { make, points, spent } = createSampler(validator, choices);
    const value = make(schema, 0);
    steps += spent();
    // It got too large: another choice may be smaller, wherever it is.
    if (value === nothingMade) return { choices, points, value: null, paths: [''] };
    const problems = [
      ...problemsIn(validator.check(at, value)),
      ...validator.checkFormats(at, value),
    ];
    return { choices, points, value, paths: problems.map(({ instancePath }) => instancePath) };
  };
  const first = attempt(new Map());
  const open = [first];
  const tried = new Set<string>();
  while (tried.size < mostAttempts && steps < sampleLimits.allSteps) {
    open.sort(
      (one, other) =>
        one.paths.length - other.paths.length || one.choices.size - other.choices.size,
    );
    const best = open.shift();
    if (best === undefined) break;
    if (best.paths.length === 0) return best.value;
    for (const choices of changesOf(best.choices, best.points, best.paths)) {
      const key = JSON.stringify([...choices].sort());
      const isOver = tried.size === mostAttempts || steps >= sampleLimits.allSteps;
      if (tried.has(key) || isOver) continue;
      tried.add(key);
      open.push(attempt(choices));
      if (open.at(-1)?.paths.length === 0) break;
    }
  }
  return first.value;
}

function changesOf(
  choices: Choices,
  points: ReadonlyMap<string, Point>,
  paths: readonly string[],
): Choices[] {
  const isWithin = (path: string, outer: string) => `${path}/`.startsWith(`${outer}/`);
  const near = ({ path }: Point) => {
    const related = paths.filter((other) => isWithin(path, other) || isWithin(other, path));
    return Math.min(...related.map((other) => Math.abs(other.length - path.length)));
  };
  return [...points]
    .filter(([, point]) => near(point) < Number.POSITIVE_INFINITY)
    .sort(([, one], [, other]) => near(one) - near(other))
    .flatMap(([key, { options }]) =>
      Array.from({ length: options }, (_, option) => new Map([...choices, [key, option]])),
    );
}

/** The simplest value of a schema, always the same. Examples in the schema come first. */
export function sampleOf(
  schema: Schema | undefined,
  validator: SchemaResolver,
  depth = 0,
): unknown {
  const value = createSampler(validator, new Map()).make(schema, depth);
  return value === nothingMade ? null : value;
}

function exampleIn(schema: JsonObject): readonly unknown[] {
  if ('example' in schema) return [schema.example];
  return Array.isArray(schema.examples) ? schema.examples.slice(0, 1) : [];
}

/** The values that a schema names, null last. */
function namedIn(schema: JsonObject): unknown[] {
  if ('const' in schema) return [schema.const];
  const enumerated = Array.isArray(schema.enum) ? schema.enum.slice(0, schemaLimits.listed) : [];
  const listed = [...exampleIn(schema), ...enumerated];
  const all = 'default' in schema ? [...listed, schema.default] : listed;
  const fitting = all.filter((value) => fits(value, schema));
  return [
    ...fitting.filter((value) => value !== null),
    ...fitting.filter((value) => value === null),
  ];
}

/** How many values of one type are tried. */
const mostValues = 4;

function createSampler({ follow, choicesOf }: SchemaResolver, choices: Choices) {
  const points = new Map<string, Point>();
  const fuel = createFuel(sampleLimits.steps);
  const characters = createFuel(sampleLimits.characters);
  /** The schemas around the value. */
  const around = new Set<unknown>();

  /** `skipped`: how many of the first options other items of a list have. */
  function choose<Option>(key: string, path: string, all: readonly Option[], skipped = 0): Option {
    if (all.length > 1) points.set(key, { path, options: Math.min(all.length, 20) });
    // Callers pass at least one.
    return all[((choices.get(key) ?? 0) + skipped) % all.length] as Option;
  }

  function sample(schema: unknown, path: string, depth: number, skipped = 0): unknown {
    fuel.spend();
    if (!isJsonObject(schema)) return 'sample';
    if (depth > sampleLimits.depth || (depth > 8 && around.has(schema))) return null;
    const isOuter = !around.has(schema);
    around.add(schema);
    const whole = wholeOf(schema, path, '', 0);
    const named = namedIn(whole);
    const isListed = 'const' in whole || ('enum' in whole && named.length > 0);
    const options = (isListed ? [] : typesOf(whole)).flatMap((type): (() => unknown)[] => {
      if (type === 'object') return [() => objectSample(whole, path, depth, skipped)];
      if (type === 'array') return [() => arraySample(whole, path, depth)];
      const values = scalarsOf(type, whole).slice(0, Math.max(mostValues, skipped + 1));
      return values.map((value) => () => value);
    });
    const value = choose(path, path, [...named.map((value) => () => value), ...options], skipped)();
    if (isOuter) around.delete(schema);
    if (typeof value === 'string') characters.spend(value.length);
    return value;
  }

  /** A schema with the keywords of its parts: of `allOf`, of the chosen branches, and of a condition. */
  function wholeOf(
    schema: JsonObject,
    path: string,
    trail: string,
    level: number,
    chosenBases: ReadonlySet<JsonObject> = new Set(),
  ): JsonObject {
    const { allOf, oneOf, anyOf, if: condition, then, else: otherwise, ...own } = schema;
    fuel.spend();
    if (level > 20) return own;
    const key = `${path} ${trail}`;
    const subtype = subtypeOf(schema);
    // A base whose discriminator has chosen is part of the subtype, and does not choose again.
    const bases = new Set([
      ...chosenBases,
      schema,
      ...(subtype === undefined ? [] : [subtype.base]),
    ]);
    const partOf = (part: unknown, name: string): JsonObject[] => {
      const followed = follow(part);
      if (!isJsonObject(followed)) return [];
      const whole = wholeOf(followed, path, `${trail}${name}.`, level + 1, bases);
      return [byFields(whole, `${key}${name}`, path)];
    };
    const isChosen = chosenBases.has(schema);
    const choices = isChosen ? undefined : choicesOf(schema);
    const listed = [oneOf, anyOf].filter(Array.isArray);
    const inherited = [allOf ?? []].flat().flatMap((part, at) => partOf(part, String(at)));
    const branches =
      isChosen && 'discriminator' in schema
        ? []
        : listed.length === 0 && choices !== undefined
          ? [chooseSubtype(choices, `${key}|`, path)]
          : [oneOf, anyOf].flatMap((list, at) => chooseBranch(list, `${key}|${at}`, path));
    const chosen = branches.flatMap((part, at) => partOf(part, `|${at}`));
    const ways = condition === undefined ? [[]] : [[], [condition, then], [otherwise]];
    const conditional = choose<unknown[]>(`${key}?`, path, ways).flatMap((part, at) =>
      partOf(part, `?${at}`),
    );
    const whole = intersect([...inherited, ...chosen, ...conditional, own]);
    const required = requiredIn(whole);
    const dependent = Object.entries(fieldsOf(whole.dependentSchemas)).flatMap(([name, part]) =>
      required.includes(name) ? partOf(part, `:${name}`) : [],
    );
    const named = subtype ?? choiceOf(choices, follow(branches[0]));
    return intersect([whole, named === undefined ? {} : namingField(named), ...dependent]);
  }

  /** Null comes last, and after it a branch that contains the value again. */
  function chooseBranch(list: unknown, key: string, path: string): unknown[] {
    if (!Array.isArray(list) || list.length === 0) return [];
    fuel.spend(list.length);
    const rank = (branch: unknown) => {
      const followed = fieldsOf(follow(branch));
      const isAround = [followed, ...[followed.allOf ?? []].flat().map(follow)].some((one) =>
        around.has(one),
      );
      return isAround ? 2 : Number(followed.type === 'null');
    };
    return [
      choose(
        key,
        path,
        [...list].sort((one, other) => rank(one) - rank(other)),
      ),
    ];
  }

  /** A part whose example is an object, with examples for its fields, which may not be all. */
  function byFields(part: JsonObject, key: string, path: string): JsonObject {
    const [value] = exampleIn(part);
    if (!isJsonObject(value)) return part;
    const { example: _, examples: __, ...rest } = part;
    const properties = Object.fromEntries(
      Object.entries(value).map(([name, own]) => [name, { example: own }]),
    );
    const named = intersect([rest, { type: 'object', properties, required: Object.keys(value) }]);
    return choose(`${key} example`, path, [named, rest]);
  }

  /** The base that has this schema among its choices, and how it names the schema. */
  function subtypeOf(schema: JsonObject) {
    for (const base of basesOf(schema)) {
      const choice = choiceOf(choicesOf(base), schema);
      if (choice !== undefined) return { ...choice, base };
    }
    return undefined;
  }

  function basesOf(schema: JsonObject): ReadonlySet<JsonObject> {
    const found = new Set<JsonObject>();
    const pending = [schema];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const part of Array.isArray(next.allOf) ? next.allOf.map(follow) : []) {
        if (!isJsonObject(part) || found.has(part)) continue;
        fuel.spend();
        found.add(part);
        pending.push(part);
      }
    }
    return found;
  }

  function choiceOf(choices: DiscriminatorChoices | undefined, schema: unknown) {
    const choice = choices?.choices.find((one) => follow(one.schema) === schema);
    if (choices === undefined || choice === undefined) return undefined;
    return { field: choices.field, value: choice.values[0] };
  }

  /** A schema that contains the base. The base itself comes last. */
  function chooseSubtype({ choices, others }: DiscriminatorChoices, key: string, path: string) {
    const subtypes = choices.map(({ schema }) => schema);
    return choose<JsonObject>(key, path, others.length > 0 ? [...subtypes, {}] : subtypes);
  }

  function arraySample(schema: JsonObject, path: string, depth: number): unknown[] {
    const items = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    const containing = isJsonObject(schema.contains) ? (numberAt(schema, 'minContains') ?? 1) : 0;
    const least = Math.max(numberAt(schema, 'minItems') ?? 0, containing);
    const counts = depth === 0 ? [Math.max(least, 1), least] : [least, least + 1];
    const most = numberAt(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
    if (Math.min(least, most) > sampleLimits.steps) throw new OutOfFuel('a list would be too long');
    return Array.from(
      { length: Math.min(choose(`${path} length`, path, counts), most) },
      (_, at) => {
        const own = follow(items[at] ?? schema.items);
        const item = at < containing ? { allOf: [own ?? {}, schema.contains] } : own;
        return sample(
          item,
          `${path}/${at}`,
          depth + 1,
          schema.uniqueItems === true && !(at in items) ? at : 0,
        );
      },
    );
  }

  function objectSample(
    schema: JsonObject,
    path: string,
    depth: number,
    skipped: number,
  ): JsonObject {
    const properties = fieldsOf(schema.properties);
    const names = new Set(requiredIn(schema));
    const optional = Object.keys(properties).filter(
      (name) => !isReadOnly(follow(properties[name])),
    );
    for (const name of optional)
      if (!names.has(name) && choose(`${path} +${name}`, path, [false, true])) names.add(name);
    const needed = new Map(Object.entries(fieldsOf(schema.dependentRequired)));
    for (const name of names)
      for (const other of [needed.get(name) ?? []].flat()) names.add(String(other));
    // Few servers have a use for a map without entries.
    const entries = isMap(schema) && depth < 4 ? choose(`${path} entries`, path, [1, 0]) : 0;
    const least = numberAt(schema, 'minProperties') ?? entries;
    for (const name of optional) if (names.size < least) names.add(name);
    const [pattern] = Object.keys(fieldsOf(schema.patternProperties));
    const free = { type: 'string', pattern, ...fieldsOf(follow(schema.propertyNames)) };
    if (least > sampleLimits.steps) throw new OutOfFuel('an object would be too large');
    for (let at = 0; names.size < least && at < least + 20; at += 1)
      names.add(String(sample(free, `${path} name`, depth + 1, at)));
    const fields = [...names].map((name) => {
      const property = follow(fieldOf(schema, name));
      return [name, sample(property, `${path}${pointer(name)}`, depth + 1, skipped)];
    });
    return Object.fromEntries(fields);
  }

  /** A value; `nothingMade` when it would be too large. */
  function make(schema: unknown, depth: number): unknown {
    try {
      return sample(schema, '', depth);
    } catch (error) {
      if (error instanceof OutOfFuel) return nothingMade;
      throw error;
    }
  }

  return { points, make, spent: fuel.spent };
}

/** Whether a schema is only about fields of any name. */
function isMap({ properties, additionalProperties, patternProperties }: JsonObject): boolean {
  const isDescribed = Object.keys(fieldsOf(additionalProperties)).length > 0;
  return properties === undefined && (isDescribed || patternProperties !== undefined);
}

/** The field by which a discriminator names a schema. */
function namingField({ field, value }: { readonly field: string; readonly value: unknown }) {
  return { properties: { [field]: { example: value } }, required: [field] };
}

/** The schema of a field. */
function fieldOf(schema: JsonObject, name: string): unknown {
  const properties = fieldsOf(schema.properties);
  if (Object.hasOwn(properties, name)) return properties[name];
  const patterns = Object.entries(fieldsOf(schema.patternProperties));
  return (
    patterns.find(([pattern]) => fitsText(name, { pattern }))?.[1] ?? schema.additionalProperties
  );
}

const textsIn = memoize(
  (values: readonly unknown[]): ReadonlySet<string | undefined> => new Set(values.map(writeJson)),
);

/** Whether a schema allows a value that it names, as far as that is quickly said. */
function fits(given: unknown, schema: JsonObject): boolean {
  const value = withNumbers(given);
  if (Array.isArray(schema.enum) && !textsIn(schema.enum).has(writeJson(given))) return false;
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const types = Number.isInteger(value) ? [type, 'integer'] : [type];
  if ('type' in schema && ![schema.type].flat().some((one) => types.includes(String(one))))
    return false;
  if (isNumeric(given)) return fitsNumber(given, schema);
  return typeof value !== 'string' || fitsText(value, schema);
}

export function requiredIn(schema: JsonObject): string[] {
  return Array.isArray(schema.required) ? schema.required.map(String) : [];
}

/** Null comes last. */
function typesOf(schema: JsonObject): string[] {
  const types = Array.isArray(schema.type) ? schema.type : [typeOf(schema)];
  return [
    ...types.filter((type) => type !== 'null'),
    ...types.filter((type) => type === 'null'),
  ].map(String);
}

export function typeOf(schema: JsonObject): string {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (typeof type === 'string') return type;
  if (['properties', 'additionalProperties', 'required'].some((key) => key in schema))
    return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string';
}

export function isReadOnly(property: unknown): boolean {
  return isJsonObject(property) && property.readOnly === true;
}

/** A body without its read-only fields. One schema and its example often serve both requests and responses. */
export function withoutReadOnly(
  body: unknown,
  schema: unknown,
  validator: SchemaResolver,
): unknown {
  const schemas = withBranches(schema, validator.follow);
  if (schemas.length === 0) return body;
  if (Array.isArray(body)) {
    const items = schemas.find((one) => 'items' in one)?.items;
    return items === undefined ? body : body.map((item) => withoutReadOnly(item, items, validator));
  }
  if (!isJsonObject(body)) return body;
  const fields = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const properties = schemas.flatMap((one) => {
      const own = fieldsOf(one.properties);
      return Object.hasOwn(own, name) ? [own[name]] : [];
    });
    if (properties.some(isReadOnly)) return [];
    return [
      [
        name,
        properties.reduce((sent, property) => withoutReadOnly(sent, property, validator), value),
      ],
    ];
  });
  return Object.fromEntries(fields);
}

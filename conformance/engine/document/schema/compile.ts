import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { withNumbers } from '../../bounded/digits.ts';
import { schemaLimits } from '../../bounded/limits.ts';
import type { Pattern } from '../../bounded/pattern.ts';
import { named, sayAlive } from '../../bounded/serve-parent.ts';
import { groupBy } from '../../group-by.ts';
import { referencePointer } from '../model/api-document.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import type { Choices, Discriminators } from './discriminator.ts';
import { addExactNumbers, exactNumbersIn, isExactBound } from './exact-numbers.ts';
import { applicators, assertions, inPlace } from './keywords.ts';
import { createSizeCheck, SchemaTooLarge } from './schema-size.ts';
import type { Schemas } from './to-json-schema.ts';
import { hasEqualItems } from './unique-items.ts';

export interface CompileOptions {
  readonly schemas: Schemas;
  readonly discriminators: Discriminators;
  readonly validateFormats: boolean;
  readonly patternOf: (text: string) => Pick<Pattern, 'test'>;
}

export interface Compiler {
  /** @throws Error of Ajv, after which other schemas can still be compiled. */
  compile(at: string): ValidateFunction;
  /** The schema of the document from which one in an error of Ajv was made. */
  sourceOf(compiled: unknown): unknown;
  /** The schema to which a reference in an error of Ajv leads. */
  targetOf(reference: string): unknown;
}

/**
 * The bases whose discriminator has chosen already, by their pointers: the subtype contains its base, which must not choose again.
 */
type Chosen = readonly string[];

/** Gives Ajv each schema on its own, with nothing but keywords of JSON Schema. */
export function createCompiler(options: CompileOptions): Compiler {
  const { schemas } = options;
  const sources = new WeakMap<object, unknown>();
  const added = new Map<string, unknown>();
  const compiled = new Map<string, ValidateFunction>();
  const unusable = new Map<string, unknown>();
  let ajv = createAjv(options);
  const pending: (readonly [at: string, chosen: Chosen])[] = [];
  const checkSize = createSizeCheck(schemas.at);

  const addressOf = (at: string, chosen: Chosen) => {
    const address = `schema:${encodeURIComponent(JSON.stringify([at, ...chosen]))}`;
    if (!added.has(address)) {
      added.set(address, true);
      pending.push([at, chosen]);
    }
    return address;
  };

  function add(at: string): string {
    checkSize(schemas.at(at));
    const address = addressOf(at, []);
    const before = added.size;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      // Each set of bases that have chosen makes schemas of its own.
      if (added.size - before > schemaLimits.schemas)
        throw new SchemaTooLarge('has too many ways to choose between its subtypes');
      const [place, chosen] = next;
      const own = addressOf(place, chosen);
      // A reference to no schema was left out.
      const schema = clean(schemas.at(place) ?? true, place, chosen);
      added.set(own, schema);
      ajv.addSchema(isJsonObject(schema) ? schema : { allOf: [schema] }, own);
    }
    return address;
  }

  /** `at`: the pointer to the schema, or to the one around a branch. */
  function clean(schema: unknown, at: string | undefined, chosen: Chosen): unknown {
    if (!isJsonObject(schema)) return schema;
    const isChosen = at !== undefined && chosen.includes(at);
    const choices = isChosen ? undefined : options.discriminators.choicesOf(schema, at);
    const isReplaced = isChosen && isJsonObject(schema.discriminator);
    const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (!applicators.has(key) && !assertions.has(key)) return [];
      if ((choices !== undefined || isReplaced) && isChoice(key)) return [];
      // What is not the case cannot be said of a schema without one of its keywords.
      if (['not', 'if'].includes(key) && schemas.gapsWithin(value).length > 0) return [];
      if (isExactBound(key, value)) return [];
      if (key === '$ref') return [[key, reference(String(value), at, chosen)]];
      return [[keywordFor(key, value), cleanInner(key, value, at, chosen)]];
    });
    const result: JsonObject = { ...Object.fromEntries(entries), ...exactNumbersIn(schema) };
    const whole = choices === undefined ? result : withChoice(result, schema, at, chosen, choices);
    sources.set(whole, schema);
    return whole;
  }

  /** One of several is no longer exactly one if something is left out of a branch. */
  function keywordFor(key: string, value: unknown): string {
    const isOpen = Array.isArray(value) && value.some((one) => schemas.gapsWithin(one).length > 0);
    return key === 'oneOf' && isOpen ? 'anyOf' : key;
  }

  function cleanInner(key: string, value: unknown, at: string | undefined, chosen: Chosen) {
    const contains = applicators.get(key);
    if (contains === undefined) return withNumbers(value);
    const isSame = inPlace.has(key);
    const inner = (one: unknown) => clean(one, isSame ? at : undefined, isSame ? chosen : []);
    if (Array.isArray(value)) return value.map(inner);
    if (contains !== 'map' || !isJsonObject(value)) return inner(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
  }

  function reference(text: string, from: string | undefined, chosen: Chosen): string {
    const target = referencePointer(text);
    const isBase = from !== undefined && options.discriminators.isSubtype(from, target);
    return addressOf(target, isBase ? including(chosen, target) : chosen);
  }

  /** The value of the field chooses the schema. Without a text in that field, the schema is as it is. */
  function withChoice(
    rest: JsonObject,
    schema: JsonObject,
    at: string | undefined,
    chosen: Chosen,
    { field, choices, others, isClosed }: Choices,
  ): JsonObject {
    const before = at === undefined ? chosen : including(chosen, at);
    const values = [...new Set([...choices.flatMap((one) => one.values), ...others])];
    const listed = Object.entries(schema).filter(([key]) => isChoice(key));
    const original = Object.fromEntries(
      listed.map(([key, value]) => [keywordFor(key, value), cleanInner(key, value, at, before)]),
    );
    const hasValue = (rule: object) => ({ required: [field], properties: { [field]: rule } });
    const chosenOnes = targetsByValues(choices).map(({ values: own, targets }) => {
      const references = targets.map((target) => ({ $ref: addressOf(target, before) }));
      const [only, ...others] = references;
      return conditional(hasValue({ enum: own }), others.length > 0 ? { anyOf: references } : only);
    });
    const known = { properties: { [field]: { enum: values } } };
    const isNamed = {
      type: 'object',
      ...hasValue(isClosed ? { type: 'string' } : { enum: values }),
    };
    const choosing = conditional(isNamed, { allOf: [known, ...chosenOnes] }, original);
    return { ...rest, allOf: [...[rest.allOf ?? []].flat(), choosing] };
  }

  return {
    compile: (at) => {
      const known = compiled.get(at);
      if (known !== undefined) return known;
      if (unusable.has(at)) throw unusable.get(at);
      sayAlive();
      try {
        const validate = named(`compiling ${at}`, () => ajv.compile({ $ref: add(at) }));
        compiled.set(at, validate);
        return validate;
      } catch (error) {
        // What Ajv has begun to compile would stay behind, and be used by other schemas.
        ajv = createAjv(options);
        added.clear();
        pending.length = 0;
        unusable.set(at, error);
        throw error;
      }
    },
    sourceOf: (schema) => (isJsonObject(schema) ? sources.get(schema) : undefined),
    targetOf: (address) => added.get(address),
  };
}

function conditional(condition: object, consequence: object = {}, otherwise: object = {}) {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: consequence, else: otherwise };
}

const isChoice = (key: string) => key === 'oneOf' || key === 'anyOf';

const including = (chosen: Chosen, at: string): Chosen => [...new Set([...chosen, at])].sort();

function createAjv({ validateFormats, patternOf }: CompileOptions): Ajv2020 {
  const regExp = (text: string) => {
    const { test } = patternOf(text);
    // Ajv keeps patterns apart by their text, and only tests with them.
    return { test: (value: string) => test(value) ?? true, toString: () => text } as RegExp;
  };
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    // 19.99 is a multiple of 0.01, though not in binary.
    multipleOfPrecision: 9,
    validateFormats,
    code: { regExp: Object.assign(regExp, { code: 'patternOf' }) },
    verbose: true,
    logger: false,
    // `toString` and the like are properties only when the object has its own.
    ownProperties: true,
  });
  // Ajv compares each item with each other one.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (isUnique: boolean, items: unknown[]) => !isUnique || !hasEqualItems(items),
    error: { message: 'must not have equal items' },
  });
  addExactNumbers(ajv);
  // The package is CommonJS: under nodenext its default export is the namespace.
  if (validateFormats) (addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
  return ajv;
}

/** Several schemas may have the same value, and one of them is enough then. */
function targetsByValues(choices: Choices['choices']) {
  const values = [...new Set(choices.flatMap((one) => one.values))];
  const targetsOf = (value: string) =>
    choices.filter((one) => one.values.includes(value)).map(({ target }) => target);
  const groups = groupBy(values, (value) => JSON.stringify(targetsOf(value)));
  return [...groups.values()].map((own) => ({ values: own, targets: targetsOf(own[0] ?? '') }));
}

/** Leaves out the errors inside the branches of anyOf and oneOf. The error of the keyword itself is enough. */
export function relevantErrors(
  errors: readonly ErrorObject[],
  { targetOf }: Pick<Compiler, 'targetOf'>,
): readonly ErrorObject[] {
  const choices = errors.filter(({ keyword }) => isChoice(keyword));
  const inBranches = new Set<unknown>();
  for (const { schema } of choices) collect(schema, targetOf, inBranches);
  const outside = errors.filter(
    ({ keyword, parentSchema }) =>
      !['if', '$ref'].includes(keyword) && !inBranches.has(parentSchema),
  );
  if (outside.length > 0) return outside;
  // A recursive schema is one of its own branches. The choice nearest to the root describes the error.
  const [nearest] = [...choices].sort((a, b) => a.instancePath.length - b.instancePath.length);
  return nearest ? [nearest] : errors;
}

function collect(value: unknown, targetOf: Compiler['targetOf'], seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const child of Object.values(value)) collect(child, targetOf, seen);
  const reference = isJsonObject(value) ? value.$ref : undefined;
  if (typeof reference === 'string') collect(targetOf(reference), targetOf, seen);
}

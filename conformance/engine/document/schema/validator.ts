import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ApiDocument, pointerReference } from '../model/api-document.ts';
import { isJsonObject, type JsonObject, valueAt } from '../model/pointer.ts';
import { createDecisions, type Schema } from './decisions.ts';
import { type Direction, normalise } from './normalise.ts';

export interface Problem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly decision: string | undefined;
}

export interface Validator {
  /** The problems of a value, by the schema at a pointer. Undefined when that schema cannot be used. */
  check(schema: string, value: unknown): readonly Problem[] | undefined;
  /** The problems that `format` finds. `format` is an annotation, so they are only reported. */
  checkFormats(schema: string, value: unknown): readonly Problem[];
  /** The schema at a pointer, in JSON Schema 2020-12, with references resolved. */
  schemaAt(schema: string): Schema | undefined;
  /** A schema inside another one, with references resolved. */
  follow(schema: unknown): Schema | undefined;
  /** The name of a schema among the document's components. */
  nameOf(schema: unknown): string | undefined;
}

export function createValidator(document: ApiDocument, direction: Direction): Validator {
  const root = normalise(document.root, document.version, direction);
  const plain = compiler(root, false);
  const withFormats = compiler(root, true);
  const decisions = createDecisions(root);

  const run = (
    compile: Compile,
    schema: string,
    value: unknown,
  ): readonly Problem[] | undefined => {
    const validate = compile(schema);
    if (validate === undefined) return undefined;
    if (validate(value)) return [];
    return relevantErrors(validate.errors ?? [], root).map((error) => ({
      instancePath: error.instancePath,
      keyword: error.keyword,
      message: describeProblem(error),
      decision: decisions.decisionFor(schema, error),
    }));
  };

  return {
    check: (schema, value) => run(plain, schema, value),
    checkFormats: (schema, value) =>
      (run(withFormats, schema, value) ?? []).filter(({ keyword }) => keyword === 'format'),
    schemaAt: (schema) => decisions.at(schema),
    follow: (schema) => decisions.dereference(schema),
    nameOf: decisions.nameOf,
  };
}

type Compile = (schema: string) => ValidateFunction | undefined;

function compiler(root: JsonObject, validateFormats: boolean): Compile {
  const compiled = new Map<string, ValidateFunction | undefined>();
  const createAjv = (unicodeRegExp: boolean) => {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      validateSchema: false,
      // 19.99 is a multiple of 0.01, though not in binary.
      multipleOfPrecision: 9,
      validateFormats,
      unicodeRegExp,
      verbose: true,
      logger: false,
      // `toString` and the like are properties only when the object has its own.
      ownProperties: true,
    });
    // The package is CommonJS: under nodenext its default export is the namespace.
    if (validateFormats)
      (addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv);
    return ajv.addSchema(root, 'document:');
  };
  const instances = new Map<boolean, Ajv2020>();
  return (schema) => {
    if (compiled.has(schema)) return compiled.get(schema);
    let result: ValidateFunction | undefined;
    // Patterns written for other engines are often not valid in Unicode mode.
    for (const isUnicode of [true, false]) {
      try {
        const ajv = instances.get(isUnicode) ?? createAjv(isUnicode);
        instances.set(isUnicode, ajv);
        result = ajv.compile({ $ref: `document:${pointerReference(schema)}` });
        break;
      } catch {
        // The schema cannot be used in this mode.
      }
    }
    compiled.set(schema, result);
    return result;
  };
}

function describeProblem({ keyword, message, params }: ErrorObject): string {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    return `must not have the field "${params.additionalProperty ?? params.unevaluatedProperty}"`;
  }
  if (keyword === 'enum')
    return `must be one of ${JSON.stringify(params.allowedValues).slice(0, 120)}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  return message ?? keyword;
}

/** Leaves out the errors inside the branches of anyOf and oneOf. The error of the keyword itself is enough. */
function relevantErrors(errors: readonly ErrorObject[], root: JsonObject): readonly ErrorObject[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const inBranches = new Set<unknown>();
  for (const { schema } of choices) collect(schema, root, inBranches);
  const outside = errors.filter(
    ({ keyword, parentSchema }) =>
      !['if', '$ref'].includes(keyword) && !inBranches.has(parentSchema),
  );
  if (outside.length > 0) return outside;
  // A recursive schema is one of its own branches. The choice nearest to the root describes the error.
  const [nearest] = [...choices].sort((a, b) => a.instancePath.length - b.instancePath.length);
  return nearest ? [nearest] : errors;
}

function collect(value: unknown, root: JsonObject, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const child of Object.values(value)) collect(child, root, seen);
  const reference = isJsonObject(value) ? value.$ref : undefined;
  if (typeof reference === 'string')
    collect(valueAt(root, decodeURIComponent(reference.slice(1))), root, seen);
}

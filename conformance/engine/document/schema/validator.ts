import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { withNumbers, writeJson } from '../../bounded/digits.ts';
import { compilePattern } from '../../bounded/pattern.ts';
import { named } from '../../bounded/serve-parent.ts';
import type { ApiDocument } from '../model/api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { type Compiler, createCompiler, relevantErrors } from './compile.ts';
import { createDecisions } from './decisions.ts';
import { type Choices, createDiscriminators } from './discriminator.ts';
import type { Schema } from './keywords.ts';
import { SchemaTooLarge } from './schema-size.ts';
import { createSchemas, type Direction, type SchemaGap } from './to-json-schema.ts';

export interface Problem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly decision: string | undefined;
  /** The pointer of the schema that has the keyword, where the document has it. */
  readonly place: string | undefined;
}

/** Undefined: the schema finds nothing wrong with the value, but a part of the schema cannot be used. */
export type Judged =
  | { readonly valid: true }
  | { readonly valid: false; readonly problems: readonly [Problem, ...Problem[]] }
  | { readonly valid: undefined; readonly gaps: readonly SchemaGap[] };

export interface Validator {
  /** Judges a value by the schema at a pointer. */
  check(schema: string, value: unknown): Judged;
  /** The problems that `format` finds. `format` is an annotation, so they are only reported. */
  checkFormats(schema: string, value: unknown): readonly Problem[];
  /** What cannot be judged by the schema at a pointer. */
  gapsAt(schema: string): readonly SchemaGap[];
  /** The schema at a pointer, in JSON Schema 2020-12, with references resolved. */
  schemaAt(schema: string): Schema | undefined;
  /** A schema inside another one, with references resolved. */
  follow(schema: unknown): Schema | undefined;
  /** What the discriminator of a schema chooses from. */
  choicesOf(schema: JsonObject): Choices | undefined;
}

/** The problems that are certain. */
export function problemsIn(judged: Judged): readonly Problem[] {
  return judged.valid === false ? judged.problems : [];
}

export function createValidator(document: ApiDocument, direction: Direction): Validator {
  const schemas = createSchemas(document, direction);
  const discriminators = createDiscriminators(document, schemas);
  /** The patterns that took too long on a value that is being judged. */
  let abandoned = new Set<string>();
  const patternOf = (text: string) => {
    const pattern = compilePattern(text);
    const test = (value: string) => {
      const matches = pattern.test(value);
      if (matches === undefined) abandoned.add(text);
      return matches;
    };
    return { test };
  };
  const options = { schemas, discriminators, patternOf };
  const plain = createCompiler({ ...options, validateFormats: false });
  const withFormats = createCompiler({ ...options, validateFormats: true });
  const decisions = createDecisions(schemas);
  /** By the pointer of the schema: what was found out about it while it was used. */
  const found = new Map<string, SchemaGap[]>();

  function gapsAt(at: string): readonly SchemaGap[] {
    const all = [...schemas.gapsWithin(schemas.at(at)), ...(found.get(at) ?? [])];
    if (all.length === 0) return all;
    return [...new Map(all.map((gap) => [JSON.stringify(gap), gap])).values()];
  }

  function addGap(at: string, why: string, keyword?: string): void {
    const gap = { at, why, ...(keyword !== undefined && { keyword }) };
    const own = found.get(at) ?? [];
    if (!own.some((one) => one.why === why)) found.set(at, [...own, gap]);
  }

  function compiledOf(compiler: Compiler, at: string) {
    try {
      return compiler.compile(at);
    } catch (error) {
      const why =
        error instanceof SchemaTooLarge ? error.message : `cannot be used: ${messageOf(error)}`;
      addGap(at, why);
      return undefined;
    }
  }

  /** The errors that are certain. */
  function run(compiler: Compiler, at: string, value: unknown): readonly ErrorObject[] {
    const validate = compiledOf(compiler, at);
    abandoned = new Set();
    // The whole value is in an object, by which its digits are known.
    const parentData = fieldsOf(withNumbers({ value }));
    const place = { parentData, parentDataProperty: 'value', rootData: parentData };
    try {
      const judge = (validator: ValidateFunction) =>
        validator(parentData.value, { ...place, instancePath: '', dynamicAnchors: {} });
      if (validate === undefined || named(`validating by ${at}`, () => judge(validate))) return [];
    } catch (error) {
      addGap(at, `cannot judge a value: ${messageOf(error)}`);
      return [];
    } finally {
      for (const text of abandoned)
        addGap(at, `${JSON.stringify(text)} takes too long on a value`, 'pattern');
    }
    // Without the pattern, a choice or a negation may have come out differently.
    return abandoned.size > 0 ? [] : relevantErrors(validate.errors ?? [], compiler);
  }

  const problemsOf = (compiler: Compiler, at: string, value: unknown): Problem[] =>
    run(compiler, at, value).map((error) => {
      const source = compiler.sourceOf(error.parentSchema);
      return {
        instancePath: error.instancePath,
        keyword: error.keyword,
        message: describeProblem(error),
        decision: decisions.decisionFor(at, error, source),
        place: isJsonObject(source) ? schemas.pointerOf(source) : undefined,
      };
    });

  return {
    check: (at, value) => {
      const [first, ...others] = problemsOf(plain, at, value);
      if (first !== undefined) return { valid: false, problems: [first, ...others] };
      const gaps = gapsAt(at);
      return gaps.length > 0 ? { valid: undefined, gaps } : { valid: true };
    },
    checkFormats: (at, value) =>
      problemsOf(withFormats, at, value).filter(({ keyword }) => keyword === 'format'),
    gapsAt,
    schemaAt: decisions.at,
    follow: decisions.dereference,
    choicesOf: (schema) => discriminators.choicesOf(schema, schemas.placeOf(schema)),
  };
}

function messageOf(error: unknown): string {
  // The code of nested schemas calls itself.
  if (error instanceof RangeError) return 'its schemas are nested too deeply';
  return error instanceof Error ? error.message : String(error);
}

function describeProblem({ keyword, message, params }: ErrorObject): string {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    return `must not have the field "${params.additionalProperty ?? params.unevaluatedProperty}"`;
  }
  if (keyword === 'enum') return `must be one of ${writeJson(params.allowedValues).slice(0, 120)}`;
  if (keyword === 'const') return `must be ${writeJson(params.allowedValue)}`;
  return message ?? keyword;
}

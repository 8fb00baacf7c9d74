import { settingsOf } from '../../profile/operation-settings.ts';
import type { Profile } from '../../profile/profile.ts';
import { isJson, type Media } from '../model/media.ts';
import type { Operation, Parameter } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import type { Validator } from '../schema/validator.ts';
import { fieldSchemas, objectBranch } from './field-schemas.ts';
import { sampleOf, validSampleOf, withoutReadOnly } from './sample.ts';

/** The values of one request of an operation. */
export interface RequestValues {
  /** By location and name: `path id`, `query limit`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Undefined: no body. */
  readonly body: unknown;
  readonly mediaType: string | undefined;
}

export interface Candidate {
  /** `example ada`, or `sample` when the document gives no example. */
  readonly name: string;
  readonly declared: boolean;
  readonly values: RequestValues;
  /** Whether its names are new. */
  readonly isFresh?: boolean;
  /** The values without the words of this run that make names new. */
  readonly plain?: RequestValues;
}

export function parameterKey({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string {
  return `${place} ${name}`;
}

/** The media type to send: JSON if the operation accepts it, or else the first that we can write. */
export function bodyMedia(operation: Operation): Media | undefined {
  const media = operation.body?.media ?? [];
  const writable = /^(text\/|application\/x-www-form-urlencoded|multipart\/form-data)/;
  return media.find(({ type }) => isJson(type)) ?? media.find(({ type }) => writable.test(type));
}

export interface GivenValues {
  /** By location and name: `query token`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly fields: JsonObject;
}

/** In a value of the profile, it stands for a word that is new in each request. */
const uniqueWord = '{unique}';

/** Values for one operation win over those for all. A field is set only where the body may have it. */
export function createGivenValues(
  { values: written, headers, operations }: Pick<Profile, 'values' | 'headers' | 'operations'>,
  token: (operation: string) => string,
) {
  const hasTokens = JSON.stringify([written, operations]).includes(uniqueWord);
  const withTokens = (value: unknown, id: string): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(uniqueWord, () => token(`${id} profile`));
    if (Array.isArray(value)) return value.map((item) => withTokens(item, id));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([name, one]) => [name, withTokens(one, id)]);
    return Object.fromEntries(entries);
  };
  return ({ id, method, path, parameters }: Operation): GivenValues => {
    const own = {
      ...fieldsOf(written[`${method} ${path}`]),
      ...settingsOf({ operation: id, method, path }, { operations }).values,
    };
    const all = { ...written, ...own };
    const named: JsonObject = hasTokens ? fieldsOf(withTokens(all, id)) : all;
    // Names of headers are the same in upper and lower case.
    const candidates = (place: Parameter['in']): (readonly [string, unknown])[] =>
      place === 'header' ? [...Object.entries(named), ...headers] : Object.entries(named);
    const isNamed = ({ in: place, name }: Parameter, other: string) =>
      place === 'header' ? name.toLowerCase() === other.toLowerCase() : name === other;
    const given = parameters.flatMap((parameter): [string, unknown][] => {
      const value = candidates(parameter.in).findLast(([name]) => isNamed(parameter, name))?.[1];
      return value === undefined ? [] : [[`${parameter.in} ${parameter.name}`, value]];
    });
    const fields = Object.entries(named).filter(([name]) => !/^[A-Z]+ \//.test(name));
    return { parameters: Object.fromEntries(given), fields: Object.fromEntries(fields) };
  };
}

interface RequestModel {
  readonly requests: Validator;
  given(operation: Operation): GivenValues;
}

/** Requests from the document's examples, or else the simplest one that its schemas allow. */
export function candidateRequests(
  operation: Operation,
  { requests: validator, given }: RequestModel,
): Candidate[] {
  const { parameters, fields } = given(operation);
  const schema = bodyMedia(operation)?.schema;
  const known = schema === undefined ? {} : fieldSchemas(validator.schemaAt(schema), validator);
  const named = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name));
  return declaredRequests(operation, validator).map(({ values, ...candidate }) => {
    const body = isJsonObject(values.body)
      ? { ...values.body, ...Object.fromEntries(named) }
      : values.body;
    return { ...candidate, values: merge({ ...values, body }, { parameters }) };
  });
}

/** The candidate without the optional parameters of its examples: most of them narrow what the server returns. */
export function withRequiredOnly(
  operation: Operation,
  candidate: Candidate,
  given: GivenValues,
): Candidate {
  const { values } = candidate;
  const optional = operation.parameters
    .filter(({ required }) => !required)
    .map(parameterKey)
    .filter((key) => !Object.hasOwn(given.parameters, key));
  const kept = Object.entries(values.parameters).filter(([key]) => !optional.includes(key));
  if (kept.length === Object.keys(values.parameters).length) return candidate;
  return {
    name: `${candidate.name}, required parameters`,
    declared: false,
    values: { ...values, parameters: Object.fromEntries(kept) },
  };
}

export function merge(values: RequestValues, changes: Partial<RequestValues>): RequestValues {
  return { ...values, ...changes, parameters: { ...values.parameters, ...changes.parameters } };
}

function declaredRequests(operation: Operation, validator: Validator): Candidate[] {
  const media = bodyMedia(operation);
  const bodies = operation.body === undefined ? [] : bodyExamples(media, validator);
  const named = new Set([
    ...bodies.map(({ name }) => name),
    ...operation.parameters.flatMap((parameter) =>
      examplesOf(parameter.value).map(({ name }) => name),
    ),
  ]);
  const schema = media?.schema;
  const sendable = (body: unknown) =>
    schema === undefined ? body : withoutReadOnly(body, validator.schemaAt(schema), validator);
  const candidate = (name?: string): Candidate => {
    const body =
      bodies.find((one) => one.name === name) ??
      bodies[0] ??
      bodySample(operation, media, validator);
    const { values: parameters, declared } = parameterValues(operation, validator, name);
    return {
      name: name === undefined ? 'sample' : `example ${name}`,
      declared: name !== undefined || (declared && operation.body === undefined),
      values: { parameters, body: sendable(body?.value), mediaType: body && media?.type },
    };
  };
  return named.size === 0 ? [candidate()] : [...named].map((name) => candidate(name));
}

export interface Example {
  readonly name: string;
  readonly value: unknown;
}

/** `example` and `examples` of a media type or parameter. */
export function examplesOf(holder: JsonObject): Example[] {
  const examples = holder.examples;
  const named = Object.entries(fieldsOf(examples)).flatMap(([name, example]) =>
    isJsonObject(example) && 'value' in example ? [{ name, value: example.value }] : [],
  );
  return 'example' in holder ? [{ name: 'example', value: holder.example }, ...named] : named;
}

/** Whether the document shows a body of the operation. */
export function hasBodyExample(
  operation: Operation,
  { requests }: { readonly requests: Validator },
): boolean {
  return bodyExamples(bodyMedia(operation), requests).length > 0;
}

function bodyExamples(media: Media | undefined, validator: Validator): Example[] {
  if (media === undefined) return [];
  const own = examplesOf(media.value);
  if (own.length > 0) return own;
  const schema = media.schema === undefined ? undefined : validator.schemaAt(media.schema);
  if (!isJsonObject(schema)) return [];
  if ('example' in schema) return [{ name: 'schema', value: schema.example }];
  const listed = schema.examples;
  return Array.isArray(listed)
    ? listed.map((value, at) => ({ name: `schema ${at + 1}`, value }))
    : [];
}

function bodySample(
  operation: Operation,
  media: Media | undefined,
  validator: Validator,
): Example | undefined {
  if (operation.body === undefined || media === undefined) return undefined;
  if (media.schema === undefined)
    return isJson(media.type) ? { name: 'sample', value: {} } : undefined;
  const schema = validator.schemaAt(media.schema);
  const value = oneOrMany(operation, media.schema, validator);
  if (isJson(media.type) || !isJsonObject(value)) return { name: 'sample', value };
  // In a form, a list of nothing is a field that is missing.
  const known = fieldSchemas(schema, validator);
  const filled = Object.entries(value).map(([name, own]) => [
    name,
    Array.isArray(own) ? sampleOf(known[name], validator) : own,
  ]);
  return { name: 'sample', value: Object.fromEntries(filled) };
}

/** A sample. Of what creates one thing or many, one: an empty list would create nothing. */
function oneOrMany({ method }: Operation, at: string, validator: Validator): unknown {
  const sample = validSampleOf(at, validator);
  if (method !== 'POST' || !Array.isArray(sample)) return sample;
  const branch = objectBranch(fieldsOf(validator.follow(validator.schemaAt(at))), validator);
  const one = branch === undefined ? sample : sampleOf(branch, validator);
  return validator.check(at, one).valid === false ? sample : one;
}

function parameterValues(operation: Operation, validator: Validator, name: string | undefined) {
  const values: Record<string, unknown> = {};
  let declared = true;
  for (const parameter of operation.parameters) {
    if (parameter.in === 'header' && /^(accept|content-type|authorization)$/i.test(parameter.name))
      continue;
    const examples = examplesOf(parameter.value);
    const named = examples.find((one) => one.name === name);
    // Examples of different names may exclude each other.
    if (name !== undefined && named === undefined && examples.length > 0 && !parameter.required)
      continue;
    const example = named ?? examples[0];
    if (example) {
      values[parameterKey(parameter)] = example.value;
    } else if (parameter.required) {
      declared = false;
      const sample =
        parameter.schema === undefined ? 'sample' : validSampleOf(parameter.schema, validator);
      // RFC 9110, 13.1.1: any state of what is there.
      values[parameterKey(parameter)] =
        sample === 'sample' && /^if-match$/i.test(parameter.name) ? '*' : sample;
    }
  }
  return { values, declared };
}

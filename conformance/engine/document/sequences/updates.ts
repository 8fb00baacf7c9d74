import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { compilePattern } from '../../bounded/pattern.ts';
import type { CompletedExchange } from '../../check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, withValueAt } from '../model/pointer.ts';
import { type Problem, problemsIn, type Validator } from '../schema/validator.ts';
import { fieldSchemas, isReference } from '../values/field-schemas.ts';
import { matchingText } from '../values/matching-text.ts';
import { typeOf } from '../values/sample.ts';
import { numberAt } from '../values/scalars.ts';
import { uuidOf } from '../values/uuid-of.ts';
import { representation, sameValue } from './compare.ts';
import { isIdField, wordsOf } from './resources/names.ts';

/** A change of one field, which a read must show. */
export interface Update {
  readonly field: string;
  readonly before: unknown;
  readonly value: unknown;
  readonly contents: { readonly body: unknown; readonly mediaType: string };
}

/** Valid updates of a resource, each of one field that a read shows as it was sent. A `PUT` sends all fields, a `PATCH` one. */
export function updatesOf(
  { model, created }: DocumentContext,
  operation: Operation,
  before: StateBefore,
): Update[] {
  const found = wholeBody(model, operation, before);
  if (found === undefined) return [];
  const { schema, mediaType, body: whole, fields } = found;
  const shown = shownFields(before.read, Object.keys(fields));
  const token = created.token(operation.id);
  const changes = changedBodies(schema, whole, token, model.requests);
  const updates = changes.flatMap(({ field, value, body }): Update[] => {
    const old = shown[field];
    if (isIdField(operation.path, field)) return [];
    const isSame = typeof old === typeof value && sameValue(whole[field], old) === true;
    if (!isSame || fields[field]?.writeOnly === true || sameValue(old, value) === true) return [];
    return [{ field, before: old, value, contents: contentsWith(field, value, body) }];
  });
  if (updates.length > 0) return updates;
  // What has no value yet can get one.
  return Object.entries(fields).flatMap(([field, described]): Update[] => {
    const value = shown[field] === null ? textFor(described, token) : undefined;
    if (value === undefined || isReference(field) || isIdField(operation.path, field)) return [];
    const contents = contentsWith(field, value, { ...whole, [field]: value });
    const isValid = model.requests.check(schema, contents.body).valid !== false;
    return isValid ? [{ field, before: null, value, contents }] : [];
  });

  function contentsWith(field: string, value: unknown, body: unknown) {
    const single = { [field]: value };
    const isEnough =
      operation.method === 'PATCH' && model.requests.check(schema, single).valid === true;
    return { body: isEnough ? single : body, mediaType };
  }
}

/** A text for a field that takes any. */
function textFor(schema: JsonObject, token: string): string | undefined {
  const isFree = typeOf(schema) === 'string' && schema.format === undefined;
  const isGiven = ['pattern', 'enum', 'const', 'readOnly', 'writeOnly'].some(
    (key) => key in schema,
  );
  return isFree && !isGiven ? token.slice(0, numberAt(schema, 'maxLength')) : undefined;
}

interface StateBefore {
  readonly body: unknown;
  readonly read: CompletedExchange;
}

/** The fields of a resource that an update can send, as they are. None for a body that is a list of changes (JSON Patch). */
export function wholeBody(
  { requests }: DocumentModel,
  { body, path }: Operation,
  before: StateBefore,
) {
  const media = body?.media.find(({ type }) => isJson(type) && !type.includes('json-patch'));
  const schema = media?.schema;
  if (media === undefined || schema === undefined) return undefined;
  const fields = fieldSchemas(requests.schemaAt(schema), requests);
  const isSent = ([name]: [string, unknown]) =>
    Object.hasOwn(fields, name) && fields[name]?.readOnly !== true;
  const shown = shownFields(before.read, Object.keys(fields));
  const own = Object.entries(fieldsOf(before.body)).filter(
    (one) => isSent(one) && !(isIdField(path, one[0]) && Object.hasOwn(shown, one[0])),
  );
  const whole: JsonObject = Object.fromEntries([...Object.entries(shown).filter(isSent), ...own]);
  return {
    schema,
    fields,
    mediaType: media.type.includes('*') ? 'application/json' : media.type,
    body: whole,
  };
}

/** A body with what the server has changed since it was made, such as a version, where the body leaves it as it was. */
export function withChanges(
  body: JsonObject,
  made: Record<'whole' | 'shown', JsonObject>,
  now: JsonObject,
) {
  const isChanged = ([name, value]: [string, unknown]) =>
    typeof value !== 'object' &&
    typeof value === typeof now[name] &&
    value === made.whole[name] &&
    made.shown[name] !== now[name];
  const changed = Object.entries(body).filter(isChanged);
  return { ...body, ...Object.fromEntries(changed.map(([name]) => [name, now[name]])) };
}

export function shownFields({ response }: CompletedExchange, names: readonly string[]): JsonObject {
  return representation(response.json?.value, names);
}

/** A valid body with one field changed, for each field that can be changed without knowing what it means. */
function changedBodies(
  schema: string,
  body: unknown,
  token: string,
  validator: Validator,
  withIds = false,
): { readonly field: string; readonly value: unknown; readonly body: unknown }[] {
  if (!isJsonObject(body)) return [];
  const fields = fieldSchemas(validator.schemaAt(schema), validator);
  // Numbers come last: more of them refer to something.
  const entries = Object.entries(body).sort(
    ([, a], [, b]) => Number(isText(b)) - Number(isText(a)),
  );
  const isAllowed = asValidAs(schema, body, validator);
  return entries.flatMap(([field, given]) => {
    const described = fields[field] ?? {};
    const isId = /^(id|uuid|guid)$/.test(wordsOf(field).at(-1) ?? '');
    if (isId && !(withIds && described.format === 'uuid')) return [];
    const value = otherValue(described, given, token);
    if (value === undefined || value === given) return [];
    const changed = withValueAt(body, [field], value);
    return isAllowed(changed) ? [{ field, value, body: changed }] : [];
  });
}

/** Whether the schema finds nothing more in a body than in another. A server may accept an example that differs from its schema. */
function asValidAs(schema: string, body: unknown, validator: Validator) {
  // The format may be that of a branch, such as that of a date or null.
  const problemsOf = (one: unknown) => [
    ...problemsIn(validator.check(schema, one)),
    ...validator.checkFormats(schema, one),
  ];
  const keyOf = ({ instancePath, keyword }: Problem) => `${instancePath} ${keyword}`;
  const known = new Set(problemsOf(body).map(keyOf));
  return (changed: unknown) => problemsOf(changed).every((one) => known.has(keyOf(one)));
}

const isText = (value: unknown) => typeof value === 'string';

/** A valid body with every text changed that may have to be unique: names, addresses, UUIDs that the client chooses. */
export function freshBody(
  schema: string | undefined,
  body: unknown,
  token: string,
  validator: Validator,
  kept: ReadonlySet<string> = new Set(),
) {
  if (schema === undefined) return body;
  const isAllowed = asValidAs(schema, body, validator);
  let fresh = body;
  for (const { field, value } of changedBodies(schema, body, token, validator, true)) {
    if (!isText(value) || kept.has(field)) continue;
    const changed = withValueAt(fresh, [field], value);
    if (isAllowed(changed)) fresh = changed;
  }
  return fresh === body ? withNameInside(schema, body, token, validator, kept) : fresh;
}

const deepestName = 3;

/** A body whose name is inside: `{"metadata": {"name": …}}`, `{"data": {"attributes": {"name": …}}}`. */
function withNameInside(
  schema: string,
  body: unknown,
  token: string,
  validator: Validator,
  kept: ReadonlySet<string>,
) {
  const namesIn = (described: unknown, value: unknown, depth: number): [string[], unknown][] => {
    // With an id, it is something else that exists.
    if (!isJsonObject(value) || depth > deepestName || (depth > 1 && 'id' in value)) return [];
    const fields = fieldSchemas(described, validator);
    return Object.entries(value).flatMap(([name, given]): [string[], unknown][] => {
      if (depth === 1 && kept.has(name)) return [];
      const own = fields[name] ?? {};
      const isName = isText(given) && /^(name|title|slug|label)$/.test(wordsOf(name).at(-1) ?? '');
      const inside = isName
        ? [[[], otherValue(own, given, token)] as [string[], unknown]]
        : namesIn(own, given, depth + 1);
      return inside.map(([path, other]) => [[name, ...path], other]);
    });
  };
  const renewed = namesIn(validator.schemaAt(schema), body, 1)
    .filter(([path, value]) => path.length > 1 && isText(value))
    .map(([path, value]) => withValueAt(body, path, value));
  return renewed.find(asValidAs(schema, body, validator)) ?? body;
}

/** Another value that the schema probably allows. Undefined for a value that has a meaning, such as a date. */
export function otherValue(schema: JsonObject, given: unknown, token: string): unknown {
  if (schema.readOnly === true || 'const' in schema || 'enum' in schema) return undefined;
  if (typeof given === 'string') return otherText(schema, given, token);
  if (typeof given !== 'number' || !['integer', 'number'].includes(typeOf(schema)))
    return undefined;
  const step = numberAt(schema, 'multipleOf') ?? 1;
  const highest =
    numberAt(schema, 'maximum') ?? numberAt(schema, 'exclusiveMaximum') ?? given + 2 * step;
  return given + step < highest ? given + step : given - step;
}

function otherText(schema: JsonObject, given: string, token: string): string | undefined {
  if (schema.format === 'uuid') return uuidOf(token);
  if (schema.format === 'email') return `${token}@example.com`;
  // The text of these formats means something: a date may have to be in the future, a URL to exist.
  if (schema.format !== undefined && schema.format !== 'password') return undefined;
  if (typeof schema.pattern === 'string') return textMatching(schema.pattern, given, token);
  const most = numberAt(schema, 'maxLength') ?? given.length + token.length + 1;
  const room = most - token.length - 1;
  const marked = schema.format === 'password' ? undefined : inItsForm(given, token);
  if (marked !== undefined) return marked.length <= most ? marked : undefined;
  // A password that is cut would not be masked.
  const isKept = schema.format === 'password' ? given.length <= room : room > 0;
  return isKept ? `${given.slice(0, room)}-${token}` : token.slice(0, most);
}

/** A text with the word in it, for one that a word at its end would make something else. */
function inItsForm(given: string, token: string): string | undefined {
  if (/^\+?\d[\d\s-]*$/.test(given)) return digitsLike(given, token);
  return /^[\w-]+(\.[\w-]+)+\.?$/.test(given) ? `${token}.${given}` : undefined;
}

/** Other digits in the same places. */
function digitsLike(given: string, token: string): string {
  const hex = createHash('sha256').update(token).digest('hex');
  const digits = BigInt(`0x${hex}`).toString();
  let at = 0;
  const changed = given.replace(/\d/g, () => digits[at++ % digits.length] ?? '1');
  return changed.replace(/^0/, '1');
}

function textMatching(pattern: string, given: string, token: string): string | undefined {
  const { test } = compilePattern(pattern);
  const hash = createHash('sha256').update(token).digest();
  const fits = (text: string) => text !== given && test(text) === true;
  const simple = [token, ...lettersOf(hash)].find(fits);
  if (simple !== undefined) return simple;
  const matching = matchingText(pattern);
  if (matching === undefined) return undefined;
  return fc
    .sample(matching, { numRuns: 50, seed: hash.readInt32BE(0) })
    .filter(fits)
    .find((text) => /^[\x21-\x7e]{2,40}$/.test(text));
}

/** `fbkidc`, `Fbkidc` and `FBKIDC`, for a name that is letters only. */
function lettersOf(hash: Buffer): string[] {
  const text = [...hash.subarray(0, 8)]
    .map((byte) => String.fromCharCode(97 + (byte % 26)))
    .join('');
  return [text, `${text[0]?.toUpperCase()}${text.slice(1)}`, text.toUpperCase()];
}

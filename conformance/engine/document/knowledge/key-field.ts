import type { DocumentModel } from '../document-model.ts';
import { bulkKeys } from '../model/field-roles.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import type { Validator } from '../schema/validator.ts';
import { isCollectionOf, parameterNames, plainName } from '../sequences/resources/names.ts';
import { fieldSchemas, isReference, objectBranch } from '../values/field-schemas.ts';
import { bodyMedia, type Candidate } from '../values/request-values.ts';
import { isReadOnly, sampleOf } from '../values/sample.ts';

/**
 * The candidate with the field that becomes the last part of the path of what it creates: `user_id` for
 * `/teams/{id}/members/{user_id}`. A document may forget that it is required, and without it nobody finds what was created.
 */
export function withKeyField(
  { resources, requests }: DocumentModel,
  operation: Operation,
  candidate: Candidate,
): Candidate {
  const { values } = candidate;
  const schema = bodyMedia(operation)?.schema;
  const resource = resources.find(({ create }) => create === operation);
  const last = parameterNames(resource?.path ?? '').at(-1);
  if (schema === undefined || last === undefined || !isJsonObject(values.body)) return candidate;
  const fields = Object.entries(fieldSchemas(requests.schemaAt(schema), requests));
  const [name, field] = fields.find(([one]) => plainName(one) === plainName(last)) ?? [];
  const isKey = name !== undefined && isReference(name) && plainName(name) !== 'id';
  if (!isKey || isReadOnly(field) || Object.hasOwn(values.body, name)) return candidate;
  const body = { ...values.body, [name]: sampleOf(field, requests) };
  if (requests.check(schema, body).valid === false) return candidate;
  return { ...candidate, declared: false, values: { ...values, body } };
}

/** A candidate for an update of several resources at once: the `keys` of `PATCH /books` with `data`, or a list of books. */
export function withBulkKeys(
  { resources, requests }: DocumentModel,
  operation: Operation,
  candidate: Candidate,
): Candidate {
  const schema = bodyMedia(operation)?.schema;
  const isBulk = resources.some((one) => isCollectionOf(operation.path, one));
  if (schema === undefined || !isBulk || !/^(PATCH|PUT)$/.test(operation.method)) return candidate;
  const root = requests.schemaAt(schema);
  const fields = fieldSchemas(root, requests);
  const keys = Object.keys(fields).find((name) => bulkKeys.has(plainName(name)));
  const body = keys === undefined ? listOfOne(root, requests) : keysAndData(fields, keys, requests);
  if (requests.check(schema, body).valid === false) return candidate;
  const mediaType = bodyMedia(operation)?.type;
  return { ...candidate, declared: false, values: { ...candidate.values, body, mediaType } };
}

function listOfOne(root: unknown, requests: Validator) {
  const branch = objectBranch(fieldsOf(requests.follow(root)), requests);
  return [{ ...fieldsOf(branch && sampleOf(branch, requests)), id: 1 }];
}

function keysAndData(
  fields: Readonly<Record<string, JsonObject>>,
  keys: string,
  requests: Validator,
) {
  const all = Object.entries(fields).map(([name, field]) => [name, sampleOf(field, requests)]);
  return {
    ...Object.fromEntries(all),
    [keys]: [sampleOf(fieldsOf(fields[keys]?.items), requests)],
  };
}

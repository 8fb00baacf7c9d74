import type { CompletedExchange } from '../../check.ts';
import type { DocumentContext } from '../document-context.ts';
import { isJson } from '../model/media-type.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import { representation, sameValue } from './compare.ts';
import { changedBodies, fieldSchemas, tokenOf } from './vary.ts';

/** A change of one field, which a read must show. */
export interface Update {
  readonly field: string;
  /** The value that a read shows before the update. */
  readonly before: unknown;
  readonly value: unknown;
  readonly contents: { readonly body: unknown; readonly mediaType: string };
}

/**
 * Valid updates of a resource, each of one field that a read shows as it was sent. A `PUT` sends all fields, a `PATCH` one.
 * None for a body that is a list of changes (JSON Patch).
 */
export function updatesOf(
  { model, seed, created }: DocumentContext,
  operation: Operation,
  { body: sent, read }: { readonly body: unknown; readonly read: CompletedExchange },
): Update[] {
  const media = operation.body?.media.find(({ type }) => isJson(type) && !type.includes('json-patch'));
  const schema = media?.schema;
  if (media === undefined || schema === undefined) return [];
  const fields = fieldSchemas(model.requests.schemaAt(schema), model.requests);
  const isSent = ([name]: [string, unknown]) =>
    Object.hasOwn(fields, name) && fields[name]?.readOnly !== true;
  const own = Object.entries(isJsonObject(sent) ? sent : {}).filter(isSent);
  const shown = shownFields(read, Object.keys(fields));
  const whole = Object.fromEntries([...Object.entries(shown).filter(isSent), ...own]);
  const token = tokenOf(seed, `${operation.id} ${created.next()}`);
  return changedBodies(schema, whole, token, model.requests).flatMap(({ field, value, body }) => {
    const before = shown[field];
    const isSame = typeof before === typeof value && sameValue(whole[field], before) === true;
    if (!isSame || fields[field]?.writeOnly === true || sameValue(before, value) === true) return [];
    const single = { [field]: value };
    const isEnough = operation.method === 'PATCH' && model.requests.check(schema, single)?.length === 0;
    const mediaType = media.type.includes('*') ? 'application/json' : media.type;
    return [{ field, before, value, contents: { body: isEnough ? single : body, mediaType } }];
  });
}

/** The object of a response that has the fields of a resource. */
export function shownFields({ response }: CompletedExchange, names: readonly string[]): JsonObject {
  return representation(response.json?.value, names);
}

import { isDeepStrictEqual } from 'node:util';
import type { CompletedExchange } from '../../check.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import type { JsonObject } from '../model/pointer.ts';
import { withOptionalFields } from '../values/field-schemas.ts';
import { sameValue } from './compare.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { etagOf, readFirst, startSequence } from './sequence.ts';
import { otherValue, shownFields, wholeBody } from './updates.ts';

const mostFields = 4;

/** Many servers keep what a `PUT` leaves out, so that only a document which says what becomes of it is binding. */
function saysReplaces({ summary, description }: Operation): boolean {
  return /\b(leaves?|left) out\b|\bomit|\bnot (sent|given|included|present)\b|\b(whole|entire|complete|full)(ly)?\b.*\breplac|\breplac\w*\b.*\b(whole|entire|complete|full)/i.test(
    `${summary}. ${description}`,
  );
}

/** A body with other values in the place of defaults, where they are known: a default would come back. */
function unlikeDefaults(
  given: JsonObject,
  fields: Readonly<Record<string, JsonObject>>,
  isValid: (body: JsonObject) => boolean,
): JsonObject {
  let body = given;
  for (const [name, value] of Object.entries(given)) {
    const schema = fields[name] ?? {};
    if (!isDeepStrictEqual(schema.default, value)) continue;
    const listed = Array.isArray(schema.enum) ? schema.enum : [];
    const others =
      typeof value === 'boolean' ? [!value] : [...listed, otherValue(schema, value, '1')];
    const other = others.find((one) => one !== undefined && one !== null && one !== value);
    const changed = { ...body, [name]: other };
    if (other !== undefined && isValid(changed)) body = changed;
  }
  return body;
}

/** Replaces a resource by one without an optional field that it had. */
export function putReplaces(
  model: DocumentModel,
  resource: ReadableResource,
  update: Operation,
): DocumentCheck[] {
  if (update.method !== 'PUT') return [];
  const check = operationCheck(model, update, 'put-replaces', {
    rule: 'Replaces the whole resource, so that an optional field that is not sent has no value, or its default.',
    source: 'RFC 9110 9.3.4',
    basis: saysReplaces(update) ? 'standard' : 'observed',
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource, [update]);
      const first = await readFirst(context, sequence);
      const whole = wholeBody(model, update, { ...sequence, read: first });
      if (whole === undefined) return nothingToJudge('the body has no fields');
      const { schema, mediaType, fields } = whole;
      const { requests } = model;
      const isValid = (body: JsonObject) => requests.check(schema, body).valid !== false;
      const all = withOptionalFields(requests.schemaAt(schema), whole.body, requests, isValid);
      const full = unlikeDefaults(all, fields, isValid);
      const put = async (body: JsonObject, read: CompletedExchange) => {
        const exchange = await sequence.send(update, { body, mediaType, ...etagOf(read) });
        return { exchange, read: await readFirst(context, sequence) };
      };
      const set = await put(full, first);
      if (!model.isSuccess(set.exchange))
        skipCheck(`${update.id} returned ${model.status(set.exchange)}`);
      const shown = shownFields(set.read, Object.keys(fields));
      const optional = Object.keys(full).filter((name) => {
        const { [name]: value, ...rest } = full;
        const isShown = value !== null && sameValue(shown[name], value) === true;
        return isShown && isValid(rest) && !isDeepStrictEqual(fields[name]?.default, value);
      });
      if (optional.length === 0)
        return nothingToJudge('the body has no optional field that a read shows');
      const chosen = optional.slice(0, mostFields);
      const rest = Object.entries(full).filter(([name]) => !chosen.includes(name));
      const replaced = await put(Object.fromEntries(rest), set.read);
      if (!model.isSuccess(replaced.exchange))
        return nothingToJudge(`${update.id} rejects a body without its optional fields`);
      const now = shownFields(replaced.read, Object.keys(fields));
      return chosen.flatMap((name): Failure[] => {
        if (sameValue(now[name], full[name]) !== true) return [];
        const expected = `no "${name}", or its default, after a PUT without it`;
        const exchanges = [set.exchange, replaced.exchange, replaced.read];
        return [failure(expected, 'the value from before', exchanges, { key: name })];
      });
    },
  });
  return [check];
}

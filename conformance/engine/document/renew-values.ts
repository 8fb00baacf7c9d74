import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { writeJson } from '../bounded/digits.ts';
import type { CompletedExchange } from '../check.ts';
import type { DocumentContext, NewNames, Repetition } from './document-context.ts';
import type { DocumentModel } from './document-model.ts';
import type { Operation } from './model/operation.ts';
import { fieldsOf, isJsonObject } from './model/pointer.ts';
import { creatorsOf } from './sequences/resources/find-resources.ts';
import type { RequestValues } from './values/request-values.ts';

/** Sends a request with these values as they are. */
type Send = (operation: Operation, values: RequestValues) => Promise<CompletedExchange>;

/** How often fewer texts of a request are made new, until the server accepts it. */
const mostAttempts = 3;

/** Gives requests that create something new names: a server may reject, or find, what has the name of an earlier request. */
export function createRenewals(context: () => DocumentContext, model: DocumentModel, send: Send) {
  const known = new Map<string, Promise<Repetition>>();
  const withNewTexts = (operation: Operation, base: unknown, values: RequestValues, about = '') => {
    const token = context().created.token(`${operation.id} ${about}`);
    return {
      ...values,
      body: renewBody(model, context().names, operation, base, values.body, token),
    };
  };

  const find = async (operation: Operation): Promise<Repetition> => {
    const { candidate, accepted } = await context().baseline(operation);
    // The author of a suite gives new values for each request.
    if (!accepted || !mayCreate(model, operation) || model.options.accepted !== undefined)
      return { kind: 'same' };
    const values = await context().values(operation);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const renewed = withNewTexts(operation, candidate.values.body, values);
      if (isDeepStrictEqual(renewed.body, values.body)) break;
      const exchange = await send(operation, renewed);
      if (model.isSuccess(exchange)) return { kind: 'renewed' };
      if (!context().names.rejected(operation, renewed, values.body, exchange)) break;
    }
    const again = await send(operation, values);
    return model.isSuccess(again) ? { kind: 'same' } : { kind: 'once', exchange: again };
  };
  const repetition = (operation: Operation): Promise<Repetition> => {
    const found = known.get(operation.id) ?? find(operation);
    known.set(operation.id, found);
    found.catch(() => known.delete(operation.id));
    return found;
  };

  return {
    repetition,
    /** The values of a request, with new texts where its change left them as they were, if the server accepts such. */
    renew: async (operation: Operation, values: RequestValues, isForced: boolean) => {
      if (!isForced && (await repetition(operation)).kind !== 'renewed') return values;
      const { candidate } = await context().baseline(operation);
      // The same change has the same texts in every run, whatever runs at the same time.
      const about = createHash('sha256')
        .update(writeJson(changeable(values)))
        .digest('hex');
      return withNewTexts(operation, candidate.values.body, values, about);
    },
  };
}

/** What the run decides itself. A server decides which ids a path has. */
function changeable({ parameters, body }: RequestValues) {
  const own = Object.entries(parameters).filter(([key]) => !key.startsWith('path '));
  return [own, body];
}

function mayCreate({ resources }: DocumentModel, operation: Operation): boolean {
  const creates = resources.some((one) => creatorsOf(one).includes(operation));
  const says = operation.responses.some(({ status }) => status === '201');
  return /^(POST|PUT)$/.test(operation.method) && (creates || says);
}

/** A body that was made by a change of another, with new texts in the fields that have not changed. */
function renewBody(
  { given }: DocumentModel,
  names: NewNames,
  operation: Operation,
  base: unknown,
  body: unknown,
  token: string,
): unknown {
  if (!isJsonObject(base) || !isJsonObject(body)) return body;
  const fresh = names.renew(operation, base, token);
  if (!isJsonObject(fresh)) return body;
  const { fields } = given(operation);
  const renewed = Object.entries(body).map(([name, value]): [string, unknown] => {
    // The profile may ask for a new word in it.
    const isGiven = Object.hasOwn(fields, name) && isDeepStrictEqual(value, base[name]);
    return [name, isGiven ? fields[name] : renewIn(base[name], fresh[name], value)];
  });
  return Object.fromEntries(renewed);
}

/** The new text of what has not changed, also inside of an object of which something else has. */
function renewIn(base: unknown, fresh: unknown, value: unknown): unknown {
  if (isDeepStrictEqual(value, base)) return fresh;
  if (![base, fresh, value].every(isJsonObject)) return value;
  const before = fieldsOf(base);
  const now = fieldsOf(fresh);
  const renewed = Object.entries(fieldsOf(value)).map(([name, one]) => [
    name,
    renewIn(before[name], now[name], one),
  ]);
  return Object.fromEntries(renewed);
}

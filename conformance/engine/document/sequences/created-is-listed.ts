import type { CompletedExchange } from '../../check.ts';
import { type Failure, mismatch, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, isSuccess, operationCheck } from '../checks/operation-check.ts';
import { type DocumentContext, lacksCredentials } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject, type JsonObject } from '../model/pointer.ts';
import { sameValue } from './compare.ts';
import { requestOn } from './request-on.ts';
import { idFields, parameterNames, plainName, type Resource } from './resources/find-resources.ts';
import { etagOf, readFirst, type Sequence, startSequence, startSibling } from './sequence.ts';
import { updatesOf } from './updates.ts';

/** Creates two resources, updates and deletes one, and reads the list of them. */
export function createdIsListed(model: DocumentModel, resource: Resource): DocumentCheck[] {
  const { create, updates, remove } = resource;
  const list = model.operations.find(({ method, path }) => method === 'GET' && path === create.path);
  if (list === undefined || create.method !== 'POST') return [];
  const check = operationCheck(model, list, 'created-is-listed', {
    rule: `Lists each resource once, with the values that ${resource.read.id} returns, until it is deleted.`,
    source: `document: ${create.id}`,
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context) => {
      if (await lacksCredentials(context, list)) skipCheck(`the profile has no credentials for ${list.id}`);
      const older = await startSequence(context, resource);
      const newer = await startSibling(context, resource, older);
      if (newer === undefined) return nothingToJudge(`${create.id} creates no second resource`);
      const failure = (key: string, expected: string, got: string, exchanges: readonly CompletedExchange[]) =>
        model.failure(
          { rule: 'created-is-listed', operation: list.id },
          mismatch(expected, got, exchanges, { key }),
        );
      const readList = () => readRows(context, list, resource, older);
      const { exchange, rows } = await readList();
      const listed = (one: Sequence, among = rows) => among.filter((row) => isOf(row, resource, one));
      // What is not listed may be on another page, or need a filter.
      if (listed(older).length === 0 && listed(newer).length === 0)
        nothingToJudge(`${list.id} does not list what was created`);
      const found: Failure[] = [];
      const creations = [older.exchange, newer.exchange, exchange];
      for (const one of [older, newer]) {
        const count = listed(one).length;
        const isCut = rows.length >= 5 && rows.length % 5 === 0;
        if (count > 1 || (count === 0 && !isCut))
          found.push(
            failure(count > 1 ? 'twice' : 'missing', 'each new resource once', `${count} times`, creations),
          );
      }
      const copies = rows.filter((row) => isCopyOf(row, newer) && !isOf(row, resource, newer));
      if (copies.length > 0)
        found.push(failure('copy', 'one new resource', `${copies.length + 1}`, creations));
      if (found.length > 0) return found;

      for (const update of updates.slice(0, 1)) {
        const read = await readFirst(context, newer);
        const [change] = updatesOf(context, update, { ...newer, read });
        if (change === undefined || sameValue(listed(newer)[0]?.[change.field], change.before) !== true)
          continue;
        const updated = await newer.send(update, { ...change.contents, ...etagOf(read) });
        const after = await readList();
        const value = listed(newer, after.rows)[0]?.[change.field];
        if (!isSuccess(model.status(updated)) || model.status(updated) === 202) continue;
        if (value === change.before)
          found.push(
            failure('old', `the new value of "${change.field}"`, 'the old value', [updated, after.exchange]),
          );
      }
      if (remove === undefined) return found;
      const read = await readFirst(context, newer);
      const deletion = await newer.send(remove, etagOf(read));
      const after = await readList();
      const [kept] = listed(newer, after.rows);
      const isGone =
        isSuccess(model.status(deletion)) && !isSuccess(model.status(await newer.read(() => true)));
      if (isGone && kept !== undefined)
        found.push(
          failure('deleted', 'no deleted resource', 'the deleted resource', [deletion, after.exchange]),
        );
      return found;
    },
  });
  return [check];
}

/** The objects in the longest list of the response: of the body itself, or of an object in it. */
async function readRows(
  context: DocumentContext,
  list: Operation,
  { path }: Resource,
  { identity }: Sequence,
) {
  // The parameters of both paths are in the same order, whatever their names.
  const values = parameterNames(path).map((name) => identity[name]);
  const place = Object.fromEntries(parameterNames(list.path).map((name, at) => [name, values[at]]));
  const exchange = await context.call(await context.authorised(list, requestOn(context.model, list, place)));
  if (!isSuccess(context.model.status(exchange)))
    skipCheck(`${list.id} returned ${context.model.status(exchange)}`);
  const body = exchange.response.json?.value;
  const inside = isJsonObject(body) ? Object.values(body) : [];
  const lists = [body, ...inside, ...inside.filter(isJsonObject).flatMap((one) => Object.values(one))];
  const longest = lists.filter(Array.isArray).toSorted((one, other) => other.length - one.length)[0] ?? [];
  return { exchange, rows: longest.filter(isJsonObject) };
}

function isOf(row: JsonObject, { path }: Resource, { identity }: Sequence): boolean {
  const id = String(identity[parameterNames(path).at(-1) ?? '']);
  const names = idFields(path);
  return Object.entries(row).some(([name, value]) => names.includes(plainName(name)) && String(value) === id);
}

/** Whether a row has a text that was made up for one resource only. */
function isCopyOf(row: JsonObject, { body }: Sequence): boolean {
  const texts = Object.entries(isJsonObject(body) ? body : {}).filter(([, value]) =>
    /-t[0-9a-f]{7}$/.test(String(value)),
  );
  return texts.length > 0 && texts.every(([name, value]) => row[name] === value);
}

import { isDeepStrictEqual } from 'node:util';
import { parseBaseUrl } from '../../http/request.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import { type DocumentContext, requireCredentials } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { pathOf } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, type JsonObject } from '../model/pointer.ts';
import { sameValue } from './compare.ts';
import type { Authorise } from './create-resource.ts';
import { requestOn } from './request-on.ts';
import type { Resource } from './resources/find-resources.ts';
import { followList } from './resources/follow-list.ts';
import { matchPath } from './resources/identify.ts';
import { type Identity, isIdField, lastId } from './resources/names.ts';
import { listPath } from './resources/snapshots.ts';
import { etagOf, readFirst, type Sequence, startSequence, startSibling } from './sequence.ts';
import { isForAll, mayBeHidden } from './unlisted.ts';
import { updatesOf } from './updates.ts';

/** Creates two resources, updates and deletes one, and reads the list of them. */
export function createdIsListed(model: DocumentModel, resource: Resource): DocumentCheck[] {
  const { create, read, updates, remove } = resource;
  const { isSuccess, status } = model;
  const { list } = resource;
  if (list === undefined || create.method !== 'POST') return [];
  const check = operationCheck(model, list, 'created-is-listed', {
    rule: `Lists each resource once${read ? `, with the values that ${read.id} returns` : ''}, until it is deleted.`,
    source: `document: ${create.id}`,
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context, failure) => {
      await requireCredentials(context, list);
      const older = await startSequence(context, resource);
      const readList = () => readRows(context, list, older);
      const before = await readList();
      const newer = await startSibling(context, resource, older);
      if (newer === undefined) return nothingToJudge(`${create.id} creates no second resource`);
      const { exchange, rows, isComplete } = await readList();
      const listed = (one: Sequence, among = rows) =>
        among.filter((row) => isOf(row, resource, one));
      const creations = [older.exchange, newer.exchange, exchange];
      // What is not listed may be on another page, or need a filter.
      if (listed(older).length === 0 && listed(newer).length === 0) {
        if (!isComplete || read === undefined || !isForAll(list))
          return nothingToJudge(`${list.id} does not list what was created`);
        const shown = await readFirst(context, newer);
        if (mayBeHidden(shown, rows, resource))
          return nothingToJudge(`${list.id} may list only what is in another state`);
        const exchanges = [...creations.slice(0, 2), shown, exchange];
        return failure('each new resource once', '0 times', exchanges, { key: 'missing' });
      }
      const found: Failure[] = [];
      for (const one of [older, newer]) {
        const count = listed(one).length;
        const key = count > 1 ? 'twice' : 'missing';
        if (count > 1 || (count === 0 && isComplete))
          found.push(failure('each new resource once', `${count} times`, creations, { key }));
      }
      const copiesIn = (all: typeof rows) =>
        all.filter((row) => isCopyOf(row, newer) && !isOf(row, resource, newer)).length;
      // What an earlier run could not delete has the same texts.
      const copies = copiesIn(rows) - copiesIn(before.rows);
      if (copies > 0)
        found.push(failure('one new resource', `${copies + 1}`, creations, { key: 'copy' }));
      if (found.length > 0) return found;

      for (const update of read === undefined ? [] : updates.slice(0, 1)) {
        const read = await readFirst(context, newer);
        const [change] = updatesOf(context, update, { ...newer, read });
        if (
          change === undefined ||
          sameValue(listed(newer)[0]?.[change.field], change.before) !== true
        )
          continue;
        const updated = await newer.send(update, { ...change.contents, ...etagOf(read) });
        const after = await readList();
        const value = listed(newer, after.rows)[0]?.[change.field];
        if (!isSuccess(updated) || status(updated) === 202 || value !== change.before) continue;
        const expected = `the new value of "${change.field}"`;
        found.push(failure(expected, 'the old value', [updated, after.exchange], { key: 'old' }));
      }
      if (remove === undefined) return found;
      const [shown] = listed(newer);
      const current = read && etagOf(await readFirst(context, newer));
      const deletion = await newer.send(remove, current);
      if (!isSuccess(deletion)) return found;
      const after = await readList();
      const [kept] = listed(newer, after.rows);
      if (kept === undefined) return found;
      // A server may keep what is deleted, and mark it.
      const isGone = read
        ? !isSuccess(await newer.read(() => true))
        : isDeepStrictEqual(kept, shown);
      if (!isGone || status(deletion) === 202) return found;
      const exchanges = [deletion, after.exchange];
      return [
        ...found,
        failure('no deleted resource', 'the deleted resource', exchanges, { key: 'deleted' }),
      ];
    },
  });
  return [check];
}

/** Whether the server lists a resource to the user who sends with these credentials. */
export async function isListedFor(
  authorise: Authorise,
  context: DocumentContext,
  resource: Resource,
  sequence: Sequence,
): Promise<boolean> {
  const { model } = context;
  const { list } = resource;
  if (list === undefined) return false;
  const isShown = (row: JsonObject) => isOf(row, resource, sequence);
  const first = requestOn(model, list, placeOfList(context, list, sequence));
  const { items } = await followList(list, await authorise(list, first), {
    model,
    send: context.call,
    until: (shown) => shown.some(isShown),
    remaining: context.remaining,
  });
  return items.some(isShown);
}

async function readRows(context: DocumentContext, list: Operation, sequence: Sequence) {
  const { model } = context;
  const first = requestOn(model, list, placeOfList(context, list, sequence));
  const { exchanges, items, isComplete } = await followList(
    list,
    await context.authorised(list, first),
    { model, send: context.call, remaining: context.remaining },
  );
  const exchange = exchanges.at(-1) ?? sequence.exchange;
  if (!model.isSuccess(exchange)) skipCheck(`${list.id} returned ${model.status(exchange)}`);
  const { unjudged } = exchange.response;
  if (unjudged !== undefined) skipCheck(`the list of ${list.id} cannot be read: ${unjudged}`);
  return { exchange, rows: items, isComplete };
}

/** The parameters of the list in which a resource was created. */
function placeOfList(
  { target }: DocumentContext,
  list: Operation,
  { exchange }: Pick<Sequence, 'exchange'>,
): Identity {
  const created = pathOf(exchange.request.target.slice(parseBaseUrl(target.baseUrl).prefix.length));
  return matchPath(list.path, listPath(list, created) ?? '') ?? {};
}

/** Whether an item of a list is this resource, by its id. */
export function isOf(
  row: JsonObject,
  { path }: Resource,
  { identity }: Pick<Sequence, 'identity'>,
): boolean {
  const id = lastId(path, identity);
  return Object.entries(row).some(([name, value]) => isIdField(path, name) && String(value) === id);
}

/** Whether a row has a text that was made up for one resource only. */
function isCopyOf(row: JsonObject, { body }: Sequence): boolean {
  const texts = Object.entries(fieldsOf(body)).filter(([, value]) =>
    /-t[0-9a-f]{7}$/.test(String(value)),
  );
  return texts.length > 0 && texts.every(([name, value]) => row[name] === value);
}

import { itemsIn, saysMore } from '../../judge/lists.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import { type DocumentContext, requireCredentials } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, type JsonObject } from '../model/pointer.ts';
import { sameValue } from './compare.ts';
import type { Authorise } from './create-resource.ts';
import { requestOn } from './request-on.ts';
import type { Resource } from './resources/find-resources.ts';
import { isIdField, lastId, translate } from './resources/names.ts';
import { etagOf, readFirst, type Sequence, startSequence, startSibling } from './sequence.ts';
import { updatesOf } from './updates.ts';

/** Creates two resources, updates and deletes one, and reads the list of them. */
export function createdIsListed(model: DocumentModel, resource: Resource): DocumentCheck[] {
  const { create, updates, remove } = resource;
  const { isSuccess, status } = model;
  const list = listOf(model, resource);
  if (list === undefined || create.method !== 'POST') return [];
  const check = operationCheck(model, list, 'created-is-listed', {
    rule: `Lists each resource once, with the values that ${resource.read.id} returns, until it is deleted.`,
    source: `document: ${create.id}`,
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context, failure) => {
      await requireCredentials(context, list);
      const older = await startSequence(context, resource);
      const readList = () => readRows(context, list, resource, older);
      const before = await readList();
      const newer = await startSibling(context, resource, older);
      if (newer === undefined) return nothingToJudge(`${create.id} creates no second resource`);
      const { exchange, rows } = await readList();
      const listed = (one: Sequence, among = rows) =>
        among.filter((row) => isOf(row, resource, one));
      // What is not listed may be on another page, or need a filter.
      if (listed(older).length === 0 && listed(newer).length === 0)
        nothingToJudge(`${list.id} does not list what was created`);
      const found: Failure[] = [];
      const creations = [older.exchange, newer.exchange, exchange];
      for (const one of [older, newer]) {
        const count = listed(one).length;
        const isCut =
          (rows.length >= 5 && rows.length % 5 === 0) || saysMore(exchange, rows.length);
        const key = count > 1 ? 'twice' : 'missing';
        if (count > 1 || (count === 0 && !isCut))
          found.push(failure('each new resource once', `${count} times`, creations, { key }));
      }
      const copiesIn = (all: typeof rows) =>
        all.filter((row) => isCopyOf(row, newer) && !isOf(row, resource, newer)).length;
      // What an earlier run could not delete has the same texts.
      const copies = copiesIn(rows) - copiesIn(before.rows);
      if (copies > 0)
        found.push(failure('one new resource', `${copies + 1}`, creations, { key: 'copy' }));
      if (found.length > 0) return found;

      for (const update of updates.slice(0, 1)) {
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
      const read = await readFirst(context, newer);
      const deletion = await newer.send(remove, etagOf(read));
      const after = await readList();
      const [kept] = listed(newer, after.rows);
      const isGone = isSuccess(deletion) && !isSuccess(await newer.read(() => true));
      if (!isGone || kept === undefined) return found;
      const exchanges = [deletion, after.exchange];
      return [
        ...found,
        failure('no deleted resource', 'the deleted resource', exchanges, { key: 'deleted' }),
      ];
    },
  });
  return [check];
}

function listOf({ operations }: DocumentModel, { create }: Resource): Operation | undefined {
  return operations.find(({ method, path }) => method === 'GET' && path === create.path);
}

/** Whether the server lists a resource to the user who sends with these credentials. */
export async function isListedFor(
  authorise: Authorise,
  context: DocumentContext,
  resource: Resource,
  sequence: Sequence,
): Promise<boolean> {
  const { model } = context;
  const list = listOf(model, resource);
  if (list === undefined) return false;
  const place = translate(sequence.identity, resource.path, list.path);
  const exchange = await context.call(await authorise(list, requestOn(model, list, place)));
  return (
    model.isSuccess(exchange) && itemsIn(exchange).some((row) => isOf(row, resource, sequence))
  );
}

async function readRows(
  context: DocumentContext,
  list: Operation,
  { path }: Resource,
  { identity }: Sequence,
) {
  const { model } = context;
  const request = requestOn(model, list, translate(identity, path, list.path));
  const exchange = await context.call(await context.authorised(list, request));
  if (!model.isSuccess(exchange)) skipCheck(`${list.id} returned ${model.status(exchange)}`);
  const { unjudged } = exchange.response;
  if (unjudged !== undefined) skipCheck(`the list of ${list.id} cannot be read: ${unjudged}`);
  return { exchange, rows: itemsIn(exchange) };
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

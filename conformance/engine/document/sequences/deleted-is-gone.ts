import type { CompletedExchange } from '../../check.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject, pointerParts } from '../model/pointer.ts';
import { fieldSchemas } from '../values/field-schemas.ts';
import { bodyMedia } from '../values/request-values.ts';
import { changesSince, leavesOf, snapshotOf } from './compare.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { isIdField, lastId } from './resources/names.ts';
import { etagOf, readFirst, type Sequence, startSequence, startSibling } from './sequence.ts';
import { shownFields, type Update, updatesOf } from './updates.ts';

export function deletedIsGone(
  model: DocumentModel,
  resource: ReadableResource,
  remove: Operation,
): DocumentCheck {
  const { read, updates } = resource;
  const { isSuccess, status } = model;
  return operationCheck(model, remove, 'deleted-is-gone', {
    rule: `Deletes a resource, so that ${read.id} returns 404 or 410.`,
    source: 'RFC 9110 9.3.5',
    basis: 'safety',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource, [remove, ...updates]);
      const sibling = await startSibling(context, resource, sequence);
      const first = await readFirst(context, sequence);
      const second = await readFirst(context, sequence);
      const planned = updates.flatMap((update) =>
        updatesOf(context, update, { ...sequence, read: second })
          .slice(0, 1)
          .map((change) => ({ update, change })),
      );
      const deletion = await sequence.send(remove, etagOf(second));
      if (!isSuccess(deletion)) skipCheck(`${remove.id} returned ${status(deletion)}`);
      const shownBy = ({ id }: Operation, exchange: CompletedExchange) =>
        failure(
          `404 or 410 from ${id} after ${remove.id}`,
          `${status(exchange)} with the deleted resource`,
          [sequence.exchange, deletion, exchange],
          { key: id },
        );
      const lost = sibling && (await sibling.read());
      if (lost && model.meaning(lost) === 'absent')
        return failure('another resource unchanged', `${status(lost)} for it`, [deletion, lost], {
          key: 'another resource',
        });
      const snapshot = snapshotOf(first, second);
      const after = await sequence.read(
        (one) => !isSuccess(one) || changesSince(snapshot, one).length > 0,
      );
      if (isSuccess(after)) {
        const changes = changesSince(snapshot, after);
        if (changes.length === 0 && status(deletion) === 202)
          nothingToJudge(`${remove.id} deletes later (202)`);
        if (changes.length === 0 || isAnother(resource, sequence, second, after))
          return shownBy(read, after);
        // A server may keep what is deleted, and mark it.
        context.observe(`${read.id} returns a deleted resource, with another ${changes[0]}`);
        return undefined;
      }
      // Every response is also checked on its own: a second deletion must not end in an internal error.
      await sequence.send(remove, etagOf(second));
      for (const { update, change } of planned) {
        const exchange = await sequence.send(update, { ...change.contents, ...etagOf(second) });
        const later = await sequence.send(read);
        const shown = [exchange, later].find((one) =>
          showsOther(model, resource, sequence, change, one),
        );
        // The update may have created a resource.
        if (isSuccess(later)) await sequence.send(remove, etagOf(later));
        if (shown !== undefined) return shownBy(shown === later ? read : update, shown);
      }
      return undefined;
    },
  });
}

/** Whether a read shows the id of another resource, where it showed the own one before. */
function isAnother(
  { path }: ReadableResource,
  { identity }: Sequence,
  before: CompletedExchange,
  after: CompletedExchange,
): boolean {
  const id = lastId(path, identity);
  const now = leavesOf(after);
  return [...leavesOf(before)].some(
    ([at, value]) =>
      String(value) === id &&
      isIdField(path, pointerParts(at).at(-1) ?? '') &&
      now.has(at) &&
      String(now.get(at)) !== id,
  );
}

/** Whether a response shows a text that was sent with the creation and not with the update, which may create anew. */
function showsOther(
  model: DocumentModel,
  { create }: ReadableResource,
  { body }: Sequence,
  { contents }: Update,
  exchange: CompletedExchange,
): boolean {
  if (!model.isSuccess(exchange) || !isJsonObject(body)) return false;
  const updated = fieldsOf(contents.body);
  const schema = bodyMedia(create)?.schema;
  const fields =
    schema === undefined ? {} : fieldSchemas(model.requests.schemaAt(schema), model.requests);
  const isOwnText = (name: string, value: unknown) => {
    const own = fields[name] ?? {};
    return (
      typeof value === 'string' &&
      value.length > 3 &&
      !('enum' in own || 'const' in own || 'default' in own)
    );
  };
  const others = Object.entries(body).filter(
    ([name, value]) => isOwnText(name, value) && !Object.hasOwn(updated, name),
  );
  const shown = shownFields(exchange, Object.keys(body));
  return others.some(([name, value]) => shown[name] === value);
}

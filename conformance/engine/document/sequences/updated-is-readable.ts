import type { CompletedExchange } from '../../check.ts';
import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf } from '../model/pointer.ts';
import { changesSince, lossOf, missing, sameValue, snapshotOf } from './compare.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { etagOf, readFirst, startSequence, startSibling } from './sequence.ts';
import { lostValues } from './stored-values.ts';
import { shownFields, updatesOf, wholeBody, withChanges } from './updates.ts';

const mostUpdates = 4;

/** Updates one field at a time and reads it, then all fields, and reads another resource that must not have changed. */
export function updatedIsReadable(
  model: DocumentModel,
  resource: ReadableResource,
  update: Operation,
): DocumentCheck {
  const { isSuccess, status } = model;
  return operationCheck(model, update, 'updated-is-readable', {
    rule: `Stores an update, so that ${resource.read.id} returns the new value.`,
    source: update.method === 'PUT' ? 'RFC 9110 9.3.4' : 'RFC 5789 2',
    basis: 'standard',
    acceptedRequests: mostUpdates,
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource, [update]);
      const sibling = await startSibling(context, resource, sequence);
      const siblingReads = sibling && ([await sibling.read(), await sibling.read()] as const);
      let read = await readFirst(context, sequence);
      const whole = wholeBody(model, update, { ...sequence, read });
      const updates = updatesOf(context, update, { ...sequence, read }).slice(0, mostUpdates);
      if (updates.length === 0 || whole === undefined)
        return nothingToJudge('no field of the update is known to appear in a read');
      const names = Object.keys(whole.fields);
      const made = { whole: whole.body, shown: shownFields(read, names) };
      const asOfNow = (body: unknown) =>
        withChanges(fieldsOf(body), made, shownFields(read, names));
      /** The fields that every update changed, and to another value than it sent: the server sets them, such as a version. */
      let managed = names;
      const statuses: number[] = [];
      const stored: string[] = [];
      const lost: Failure[] = [];
      for (const { field, before, contents } of updates) {
        const was = shownFields(read, names);
        const body = asOfNow(contents.body);
        const exchange = await sequence.send(update, { ...contents, body, ...etagOf(read) });
        statuses.push(status(exchange));
        if (!isSuccess(exchange) || status(exchange) === 202) continue;
        const shows = (one: CompletedExchange) => shownFields(one, [field])[field];
        const isOld = (one: CompletedExchange) => shows(one) === before || shows(one) === undefined;
        read = await sequence.read((one) => isSuccess(one) && !isOld(one));
        if (!isSuccess(read) || !isOld(read)) {
          stored.push(field);
          const now = shownFields(read, names);
          const isAsSent = (name: string) =>
            Object.hasOwn(body, name) && !lossOf(body[name], now[name]);
          managed = managed.filter((name) => lossOf(was[name], now[name]) && !isAsSent(name));
          continue;
        }
        const got = shows(read) === undefined ? 'no such field' : 'the value before the update';
        const exchanges = [sequence.exchange, exchange, read];
        lost.push(failure(`the new value of "${field}"`, got, exchanges, { key: field }));
      }
      if (stored.length + lost.length === 0)
        skipCheck(`the server accepted no update of ${update.id} (${statuses.join(', ')})`);
      const edges =
        stored.length === 0
          ? []
          : await lostValues(
              context,
              {
                ...{
                  failure,
                  resource,
                  operation: update,
                  schema: whole.schema,
                  accepted: whole.body,
                },
                isPartial: update.method === 'PATCH',
                before: read,
                managed,
              },
              async (changed, _kept, isSettled) => {
                const body = asOfNow(changed);
                const contents = { body, mediaType: whole.mediaType, ...etagOf(read) };
                const exchange = await sequence.send(update, contents);
                if (!isSuccess(exchange) || status(exchange) === 202) return undefined;
                read = await sequence.read((one) => isSuccess(one) && isSettled(body, one));
                return isSuccess(read) ? { body, exchange, read } : undefined;
              },
            );
      const other: Failure[] = [];
      const single = updates.find(({ field }) => stored.includes(field));
      if (update.method === 'PATCH' && single !== undefined) {
        const before = shownFields(read, names);
        const body = asOfNow(single.contents.body);
        const exchange = await sequence.send(update, { ...single.contents, body, ...etagOf(read) });
        const after = await sequence.read();
        const shown = shownFields(after, names);
        // A value that differs from the first one may follow from the update, such as its time.
        const isReset = (name: string) =>
          !Object.hasOwn(body, name) && sameValue(shown[name], made.shown[name]) === true;
        if (isSuccess(exchange) && isSuccess(after))
          for (const name of names) {
            const loss = lossOf(before[name], shown[name]);
            if (loss === undefined || (loss !== missing && !isReset(name))) continue;
            const expected = `"${name}" as before an update of "${single.field}"`;
            other.push(failure(expected, loss, [read, exchange, after], { key: name }));
          }
      }
      if (sibling !== undefined && siblingReads !== undefined) {
        const after = await sibling.read();
        const [change] = changesSince(snapshotOf(...siblingReads), after);
        const exchanges = [sibling.exchange, after];
        const key = 'another resource';
        if (isSuccess(siblingReads[1]) && change !== undefined)
          other.push(failure(`${key} unchanged`, `another ${change}`, exchanges, { key }));
      }
      // A server may ignore a field that cannot change. It may not ignore the whole update.
      const ignored =
        stored.length > 0 ? lost.map((one) => ({ ...one, basis: 'decided' as const })) : lost;
      const reported = new Set(ignored.map(({ key }) => key));
      return [...ignored, ...edges.filter(({ key }) => !reported.has(key)), ...other];
    },
  });
}

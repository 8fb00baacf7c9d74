import type { CompletedExchange } from '../../check.ts';
import { type Failure, mismatch, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, isSuccess, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { changesSince, lossOf, missing, snapshotOf } from './compare.ts';
import type { Resource } from './resources/find-resources.ts';
import { etagOf, readFirst, startSequence, startSibling } from './sequence.ts';
import { lostValues } from './stored-values.ts';
import { shownFields, updatesOf, wholeBody } from './updates.ts';

const mostUpdates = 4;

/** Updates one field at a time and reads it, then all fields, and reads another resource that must not have changed. */
export function updatedIsReadable(
  model: DocumentModel,
  resource: Resource,
  update: Operation,
): DocumentCheck {
  const rule = 'updated-is-readable';
  return operationCheck(model, update, rule, {
    rule: `Stores an update, so that ${resource.read.id} returns the new value.`,
    source: update.method === 'PUT' ? 'RFC 9110 9.3.4' : 'RFC 5789 2',
    basis: 'standard',
    acceptedRequests: mostUpdates,
    exclusive: true,
    run: async (context) => {
      const sequence = await startSequence(context, resource, [update]);
      const sibling = await startSibling(context, resource, sequence);
      const siblingReads = sibling && ([await sibling.read(), await sibling.read()] as const);
      let read = await readFirst(context, sequence);
      const whole = wholeBody(model, update, { ...sequence, read });
      const updates = updatesOf(context, update, { ...sequence, read }).slice(0, mostUpdates);
      if (updates.length === 0) nothingToJudge('no field of the update is known to be one that a read shows');
      const failure = (field: string, got: string, exchanges: CompletedExchange[], expected: string) =>
        model.failure(
          { rule, operation: update.id, instancePath: `/${field}` },
          mismatch(expected, got, exchanges, { key: field }),
        );
      const statuses: number[] = [];
      const stored: string[] = [];
      const lost: Failure[] = [];
      for (const { field, before, contents } of updates) {
        const exchange = await sequence.send(update, { ...contents, ...etagOf(read) });
        const status = model.status(exchange);
        statuses.push(status);
        if (!isSuccess(status) || status === 202) continue;
        const shows = (one: CompletedExchange) => shownFields(one, [field])[field];
        const isOld = (one: CompletedExchange) => shows(one) === before || shows(one) === undefined;
        read = await sequence.read((one) => isSuccess(model.status(one)) && !isOld(one));
        const exchanges = [sequence.exchange, exchange, read];
        if (!isSuccess(model.status(read)) || !isOld(read)) stored.push(field);
        else {
          const got = shows(read) === undefined ? 'no such field' : 'the value before the update';
          lost.push(failure(field, got, exchanges, `the new value of "${field}"`));
        }
      }
      if (stored.length + lost.length === 0)
        skipCheck(`the server accepted no update of ${update.id} (${statuses.join(', ')})`);
      const edges =
        whole === undefined || stored.length === 0
          ? []
          : await lostValues(
              context,
              {
                ...{ rule, resource, operation: update, schema: whole.schema, accepted: whole.body },
                isPartial: update.method === 'PATCH',
                before: read,
              },
              async (body, _kept, isSettled) => {
                const contents = { body, mediaType: whole.mediaType, ...etagOf(read) };
                const exchange = await sequence.send(update, contents);
                if (!isSuccess(model.status(exchange)) || model.status(exchange) === 202) return undefined;
                const isRead = (one: CompletedExchange) => isSuccess(model.status(one));
                read = await sequence.read((one) => isRead(one) && isSettled(body, one));
                return isRead(read) ? { body, exchange, read } : undefined;
              },
            );
      const other: Failure[] = [];
      const single = updates.find(({ field }) => stored.includes(field));
      if (update.method === 'PATCH' && single !== undefined && whole !== undefined) {
        const names = Object.keys(whole.fields);
        const before = shownFields(read, names);
        const exchange = await sequence.send(update, { ...single.contents, ...etagOf(read) });
        const after = await sequence.read();
        const lostNames = names.filter(
          (name) => lossOf(before[name], shownFields(after, names)[name]) === missing,
        );
        if (isSuccess(model.status(exchange)) && isSuccess(model.status(after)))
          for (const name of lostNames) {
            const expected = `"${name}" as before an update of "${single.field}"`;
            other.push(failure(name, missing, [read, exchange, after], expected));
          }
      }
      if (sibling !== undefined && siblingReads !== undefined) {
        const after = await sibling.read();
        const changes = changesSince(snapshotOf(...siblingReads), after);
        if (isSuccess(model.status(siblingReads[1])) && changes.length > 0)
          other.push(
            failure(
              'another resource',
              `another ${changes[0]}`,
              [sibling.exchange, after],
              'another resource unchanged',
            ),
          );
      }
      // A server may ignore a field that cannot change. It may not ignore the whole update.
      const ignored = stored.length > 0 ? lost.map((one) => ({ ...one, basis: 'decided' as const })) : lost;
      const reported = new Set(ignored.map(({ key }) => key));
      return [...ignored, ...edges.filter(({ key }) => !reported.has(key)), ...other];
    },
  });
}

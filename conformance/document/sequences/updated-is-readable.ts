import { type Failure, nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, isSuccess, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import type { Resource } from './resources/find-resources.ts';
import { etagOf, readFirst, startSequence } from './sequence.ts';
import { shownFields, updatesOf } from './updates.ts';

const mostUpdates = 4;

/** Updates one field at a time and reads it. */
export function updatedIsReadable(
  model: DocumentModel,
  resource: Resource,
  update: Operation,
): DocumentCheck {
  return operationCheck(model, update, 'updated-is-readable', {
    rule: `Stores an update, so that ${resource.read.id} returns the new value.`,
    source: update.method === 'PUT' ? 'RFC 9110 9.3.4' : 'RFC 5789 2',
    strength: 'standard',
    acceptedRequests: mostUpdates,
    exclusive: true,
    run: async (context) => {
      const sequence = await startSequence(context, resource, [update]);
      let read = await readFirst(context, sequence);
      const updates = updatesOf(context, update, { ...sequence, read }).slice(0, mostUpdates);
      if (updates.length === 0) nothingToJudge('no field of the update is known to be one that a read shows');
      const statuses: number[] = [];
      const stored: string[] = [];
      const lost: { readonly field: string; readonly failure: Failure }[] = [];
      for (const { field, before, contents } of updates) {
        const exchange = await sequence.send(update, { ...contents, ...etagOf(read) });
        const status = model.status(exchange);
        statuses.push(status);
        if (!isSuccess(status) || status === 202) continue;
        const shows = (one: typeof read) => shownFields(one, [field])[field];
        const isOld = (one: typeof read) => shows(one) === before || shows(one) === undefined;
        read = await sequence.read((one) => isSuccess(model.status(one)) && !isOld(one));
        const isLost = isSuccess(model.status(read)) && isOld(read);
        if (!isLost) stored.push(field);
        else
          lost.push({
            field,
            failure: model.failure(
              { rule: 'updated-is-readable', operation: update.id, status, instancePath: `/${field}` },
              {
                expected: `the new value of "${field}"`,
                got: shows(read) === undefined ? 'no such field' : 'the value before the update',
                key: field,
                exchanges: [sequence.exchange, exchange, read],
              },
            ),
          });
      }
      if (stored.length + lost.length === 0)
        skipCheck(`the server accepted no update of ${update.id} (${statuses.join(', ')})`);
      // A server may ignore a field that cannot change. It may not ignore the whole update.
      return lost.map(({ failure }) =>
        stored.length > 0 ? { ...failure, strength: 'decided' as const } : failure,
      );
    },
  });
}

import { nothingToJudge } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf } from '../model/pointer.ts';
import { invalidBodies } from '../values/invalid-bodies.ts';
import { changesSince, snapshotOf } from './compare.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { etagOf, readFirst, startSequence } from './sequence.ts';
import { updatesOf, wholeBody } from './updates.ts';

const mostBodies = 6;

/** Sends updates that change what is valid, and have one field that is not. */
export function rejectedChangesNothing(
  model: DocumentModel,
  resource: ReadableResource,
  update: Operation,
): DocumentCheck {
  return operationCheck(model, update, 'rejected-changes-nothing', {
    rule: `Changes nothing with an update that is rejected, so that ${resource.read.id} returns what it did before.`,
    source: 'RFC 9110 15.5',
    basis: 'standard',
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource, [update]);
      const first = await readFirst(context, sequence);
      const second = await readFirst(context, sequence);
      const whole = wholeBody(model, update, { ...sequence, read: second });
      const changes = updatesOf(context, update, { ...sequence, read: second });
      if (whole === undefined || changes.length === 0)
        return nothingToJudge('no field of the update is known to be one that a read shows');
      const values = changes.map(({ field, value }): [string, unknown] => [field, value]);
      const changed = { ...whole.body, ...Object.fromEntries(values) };
      let rejected = 0;
      const broken = new Set<string>();
      for (const { name, body } of invalidBodies(whole.schema, changed, model.requests)) {
        // A body that changes nothing valid would show nothing.
        const isPartial = values.some(([field, value]) => fieldsOf(body)[field] === value);
        const [place = ''] = name.split(' ');
        if (!isPartial || broken.has(place)) continue;
        broken.add(place);
        const contents = { body, mediaType: whole.mediaType, ...etagOf(second) };
        const exchange = await sequence.send(update, contents);
        // Another check reports what is accepted.
        if (model.isSuccess(exchange)) break;
        rejected += 1;
        const after = await sequence.read();
        const [change] = changesSince(snapshotOf(first, second), after);
        if (change !== undefined)
          return failure(
            `${change} as before a rejected update`,
            'another value',
            [second, exchange, after],
            {
              key: change,
              note: name,
            },
          );
        if (rejected === mostBodies) break;
      }
      return rejected === 0 ? nothingToJudge('the server rejected no update') : undefined;
    },
  });
}

import type { CompletedExchange } from '../../check.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, isSuccess, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { isOpen } from '../model/security.ts';
import { changesSince, snapshotOf } from './compare.ts';
import { type Intruder, nobody, otherUser, showsResource } from './intruders.ts';
import type { Resource } from './resources/find-resources.ts';
import { etagOf, readFirst, type Sequence, startSequence } from './sequence.ts';
import { shownFields, type Update, updatesOf } from './updates.ts';

/** Reads, updates and deletes a resource as another user and as nobody, and reads it as its owner afterwards. */
export function intruderChecks(model: DocumentModel, resource: Resource): DocumentCheck[] {
  const { read, updates, remove } = resource;
  const operations = [read, ...updates, ...(remove ? [remove] : [])].filter((one) => !isOpen(one));
  return [nobody, otherUser].flatMap((intruder) =>
    operations.map((operation) => intruderCheck(model, resource, operation, intruder)),
  );
}

function intruderCheck(
  model: DocumentModel,
  resource: Resource,
  operation: Operation,
  intruder: Intruder,
): DocumentCheck {
  return operationCheck(model, operation, intruder.check, {
    rule: intruder.rule(operation),
    source: 'document: security',
    strength: 'safety',
    acceptedRequests: 3,
    exclusive: true,
    run: async (context) => {
      const sequence = await startSequence(context, resource, [operation]);
      const authorise = await intruder.authorise(context, resource, operation);
      const first = await readFirst(context, sequence);
      const second = await readFirst(context, sequence);
      const update = updateBy(context, operation, sequence, second);
      const exchange = await sequence.send(operation, { ...update?.contents, ...etagOf(second) }, authorise);
      const after = operation === resource.read ? second : await sequence.read();
      const status = model.status(exchange);
      const effect =
        operation === resource.read
          ? isSuccess(status) && showsResource(resource, sequence, second, exchange) && 'the resource'
          : effectOf(model, { update, first, second, after, isAccepted: isSuccess(status) });
      if (effect === false) {
        if (status === 400 || status === 409 || (status > 410 && status < 500))
          nothingToJudge(`${operation.id} returned ${status}, so credentials were not decisive`);
        return undefined;
      }
      return model.failure(
        { rule: intruder.check, operation: operation.id, status },
        {
          expected: '401, 403 or 404',
          got: `${status}: ${effect}`,
          key: operation.id,
          exchanges: [sequence.exchange, exchange, ...(after === second ? [] : [after])],
        },
      );
    },
  });
}

function updateBy(
  context: DocumentContext,
  operation: Operation,
  sequence: Sequence,
  read: CompletedExchange,
): Update | undefined {
  if (!['PUT', 'PATCH'].includes(operation.method)) return undefined;
  const [update] = updatesOf(context, operation, { ...sequence, read });
  return update ?? nothingToJudge('no field of the update is known to be one that a read shows');
}

interface Reads {
  readonly update: Update | undefined;
  readonly first: CompletedExchange;
  readonly second: CompletedExchange;
  /** By the owner, after the intruder's request. */
  readonly after: CompletedExchange;
  readonly isAccepted: boolean;
}

/** What the owner sees of the intruder's request. */
function effectOf(model: DocumentModel, { update, first, second, after, isAccepted }: Reads): string | false {
  const status = model.status(after);
  if (status === 404 || status === 410) return 'its owner cannot read it any more';
  if (!isSuccess(status)) return skipCheck(`its owner cannot read it any more (${status})`);
  if (update !== undefined) {
    const now = shownFields(after, [update.field])[update.field];
    return now === update.value && `"${update.field}" has changed`;
  }
  const changes = changesSince(snapshotOf(first, second), after);
  return isAccepted && changes.length > 0 && `${changes[0]} has changed`;
}

import { nothingToJudge } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { actionsOf, contentsOf } from './actions.ts';
import { type Contents, requestOn } from './request-on.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { type Identity, lastId, parameterNames } from './resources/names.ts';
import { etagOf, readFirst, startSequence } from './sequence.ts';
import { updatesOf } from './updates.ts';

/** Updates, deletes and acts on what does not exist: the id is invented, and a read says that nothing has it. */
export function unknownIds(model: DocumentModel, resource: ReadableResource): DocumentCheck[] {
  const { path, read, updates, remove } = resource;
  const { isSuccess, status } = model;
  const operations = [...updates, ...actionsOf(model, resource), ...(remove ? [remove] : [])];
  return operations.map((operation) =>
    operationCheck(model, operation, 'unknown-id', {
      rule: `Rejects ${operation.id} for an id that ${read.id} does not know, with 404 if the document declares it.`,
      source: 'document: responses; RFC 9110 15.5.5',
      run: async (context, failure) => {
        const sequence = await startSequence(context, resource, [operation]);
        const shown = await readFirst(context, sequence);
        const id = context.created.inventLike(lastId(path, sequence.identity));
        if (id === undefined) return nothingToJudge(`no id of ${path} is certain to be free`);
        const unknown = { ...sequence.identity, [parameterNames(path).at(-1) ?? '']: id };
        const before = await sendOn(context, read, unknown);
        if (model.meaning(before) !== 'absent')
          return nothingToJudge(`${read.id} returned ${status(before)} for an unknown id`);
        const [update] = updates.includes(operation)
          ? updatesOf(context, operation, { ...sequence, read: shown })
          : [];
        const contents = update?.contents ?? (await contentsOf(context, operation));
        const exchange = await sendOn(context, operation, unknown, {
          ...contents,
          ...etagOf(shown),
        });
        if (!isSuccess(exchange)) return undefined;
        // An update may create what it does not find.
        if (operation !== remove && isSuccess(await sendOn(context, read, unknown))) {
          if (remove !== undefined) await sendOn(context, remove, unknown);
          return undefined;
        }
        const declares404 = operation.responses.some((one) => /^(404|410)$/.test(one.status));
        if (!declares404 || status(exchange) === 202) return undefined;
        return failure('404 for an unknown id', `${status(exchange)}`, [before, exchange], {
          key: 'accepted',
        });
      },
    }),
  );
}

async function sendOn(
  context: DocumentContext,
  operation: Operation,
  identity: Identity,
  contents?: Contents,
) {
  const request = requestOn(context.model, operation, identity, contents);
  return context.call(await context.authorised(operation, request));
}

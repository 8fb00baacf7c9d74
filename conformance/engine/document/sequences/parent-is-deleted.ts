import { parseBaseUrl } from '../../http/request.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import { pathOf } from '../model/match-path.ts';
import { requestOn } from './request-on.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { matchPath } from './resources/identify.ts';
import { parameterNames, translate } from './resources/names.ts';
import { readFirst, startSequence } from './sequence.ts';

/** Deletes a resource that another one is in. */
export function parentIsDeleted(model: DocumentModel, resource: ReadableResource): DocumentCheck[] {
  const { parent, read, create } = resource;
  const remove = parent?.remove;
  if (parent === undefined || remove === undefined) return [];
  const { isSuccess, status } = model;
  const check = operationCheck(model, remove, 'parent-is-deleted', {
    rule: `Deletes what ${create.id} created in a resource with it, or rejects the deletion and keeps both.`,
    source: 'RFC 9110 9.3.5',
    basis: 'standard',
    acceptedRequests: 1,
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource, [remove]);
      await readFirst(context, sequence);
      const { prefix } = parseBaseUrl(context.target.baseUrl);
      const created = pathOf(sequence.exchange.request.target.slice(prefix.length));
      const inCreate = matchPath(create.path, created) ?? {};
      const names = parameterNames(create.path).slice(0, parameterNames(parent.path).length);
      const around = Object.fromEntries(names.map((name) => [name, inCreate[name]]));
      const identity = translate(around, create.path, parent.path);
      const deletion = await context.call(
        await context.authorised(remove, requestOn(model, remove, identity)),
      );
      const after = await sequence.read(() => true);
      const exchanges = [sequence.exchange, deletion, after];
      if (!isSuccess(deletion))
        return model.meaning(after) === 'absent'
          ? failure(`what was in it, after ${status(deletion)}`, `${status(after)}`, exchanges, {
              key: 'lost',
            })
          : undefined;
      // A server may keep it on purpose.
      if (!isSuccess(after) || status(deletion) === 202) return undefined;
      return failure(`404 or 410 from ${read.id}`, `${status(after)}`, exchanges, {
        ...{ key: 'kept', basis: 'observed' as const },
      });
    },
  });
  return [check];
}

import { skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import { isJsonObject } from '../model/pointer.ts';
import { bodyMedia } from '../values/request-values.ts';
import { mayFind, tryCreate } from './create-resource.ts';
import type { ReadableResource } from './resources/find-resources.ts';
import { parentIn, type Sequence, sequenceOf, startSequence } from './sequence.ts';
import { lostValues, type Store } from './stored-values.ts';

export function createdIsReadable(model: DocumentModel, resource: ReadableResource): DocumentCheck {
  const { create, read } = resource;
  return operationCheck(model, read, 'created-is-readable', {
    rule: `Returns what ${create.id} created, with the values that were sent.`,
    // 201 says that the resource exists now. Any other success may create it later.
    source: 'RFC 9110 15.3.2',
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context, failure) => {
      const sequence = await startSequence(context, resource);
      const exchange = await sequence.read();
      const media = bodyMedia(create);
      const { body } = sequence;
      if (model.isSuccess(exchange)) {
        if (media?.schema === undefined || !isJson(media.type) || !isJsonObject(body))
          return undefined;
        const { schema } = media;
        const first = { exchange: sequence.exchange, read: exchange };
        const subject = { failure, resource, operation: create, schema, accepted: body, first };
        return lostValues(
          context,
          { ...subject, isPartial: false },
          storeIn(context, resource, sequence),
        );
      }
      // A creator may lack the right to read.
      const got = `${model.status(exchange)}`;
      if (model.meaning(exchange) !== 'absent') skipCheck(`${read.id} returned ${got}`);
      return failure(`what ${create.id} created`, got, [sequence.exchange, exchange], {
        key: 'missing',
        ...(model.status(sequence.exchange) !== 201 && { basis: 'decided' as const }),
      });
    },
  });
}

function storeIn(
  context: DocumentContext,
  resource: ReadableResource,
  { identity }: Sequence,
): Store {
  const { model, created, names } = context;
  return async (sent, kept, isSettled) => {
    const fresh = names.renew(resource.create, sent, created.token(resource.path));
    const special = Object.fromEntries(kept.map((name) => [name, sent[name]]));
    const other = { ...(isJsonObject(fresh) ? fresh : sent), ...special };
    const bodies = mayFind(resource.create) ? [other, sent] : [sent, other];
    const made = await tryCreate(context, resource, {
      parent: parentIn(resource, identity),
      bodies,
    });
    if ('reason' in made || !isJsonObject(made.body)) return undefined;
    const { body, exchange } = made;
    const isRead = (one: typeof exchange) => model.isSuccess(one) && isSettled(body, one);
    const read = await sequenceOf(context, resource, made).read(isRead);
    return model.isSuccess(read) ? { body, exchange, read } : undefined;
  };
}

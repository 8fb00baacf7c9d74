import type { CompletedExchange } from '../../check.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentContext, requireCredentials } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { type Authorise, type Created, createResource, tryCreate } from './create-resource.ts';
import { type Contents, requestOn } from './request-on.ts';
import type { Resource } from './resources/find-resources.ts';
import { type Identity, isSameIdentity, parameterNames } from './resources/names.ts';

export interface Sequence extends Created {
  /** Sends a request on the resource, with the credentials of its creator unless `authorise` adds others. */
  send(
    operation: Operation,
    contents?: Contents,
    authorise?: Authorise,
  ): Promise<CompletedExchange>;
  /** Reads it, again after a pause while `isSettled` is false: a server may write to one database and read from another. */
  read(isSettled?: (exchange: CompletedExchange) => boolean): Promise<CompletedExchange>;
}

/** How long a read waits for a write that it does not show yet. */
export const pausesMs = [300, 1500];

export async function startSequence(
  context: DocumentContext,
  resource: Resource,
  used: readonly Operation[] = [],
): Promise<Sequence> {
  const operations = [resource.create, ...(resource.read ? [resource.read] : []), ...used];
  for (const operation of operations) {
    context.forget(operation);
    await requireCredentials(context, operation);
  }
  return sequenceOf(context, resource, await createResource(context, resource));
}

export function sequenceOf(
  context: DocumentContext,
  resource: Resource,
  created: Created,
): Sequence {
  const send: Sequence['send'] = async (operation, contents, authorise = context.authorised) =>
    context.call(
      await authorise(operation, requestOn(context.model, operation, created.identity, contents)),
    );
  return {
    ...created,
    send,
    read: async (isSettled = context.model.isSuccess) => {
      const { read = nothingToJudge(`no operation reads ${resource.path}`) } = resource;
      let exchange = await send(read);
      for (const pause of pausesMs) {
        if (isSettled(exchange) || context.remaining() < pause) break;
        await context.clock.pause(pause);
        exchange = await send(read);
      }
      return exchange;
    },
  };
}

/** Another resource next to the one of a sequence, which requests on that one must not reach. */
export async function startSibling(
  context: DocumentContext,
  resource: Resource,
  { identity }: Created,
): Promise<Sequence | undefined> {
  const sibling = await tryCreate(context, resource, {
    parent: parentIn(resource, identity),
    freshFirst: true,
  });
  const isOther = !('reason' in sibling) && !isSameIdentity(sibling.identity, identity);
  return isOther ? sequenceOf(context, resource, sibling) : undefined;
}

export function parentIn({ path }: Resource, identity: Identity): Identity {
  const last = parameterNames(path).at(-1);
  return Object.fromEntries(Object.entries(identity).filter(([name]) => name !== last));
}

/** Reads what was just created. Skips the check when its creator cannot: `created-is-readable` reports that. */
export async function readFirst(
  context: DocumentContext,
  sequence: Sequence,
): Promise<CompletedExchange> {
  const exchange = await sequence.read();
  const { isSuccess, status } = context.model;
  if (!isSuccess(exchange)) skipCheck(`what was created cannot be read (${status(exchange)})`);
  return exchange;
}

/** The values to send with the next update or deletion of what was read. */
export function etagOf({ response }: CompletedExchange): Pick<Contents, 'etag'> {
  return { etag: response.header('etag') };
}

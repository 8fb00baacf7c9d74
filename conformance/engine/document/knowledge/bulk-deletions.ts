import { NotSent } from '../../not-sent.ts';
import { CheckSkipped } from '../../outcome.ts';
import { type DocumentContext, lacksCredentials } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { pathOf } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { parentOf, tryCreate } from '../sequences/create-resource.ts';
import { placeOf, requestOn } from '../sequences/request-on.ts';
import {
  isReadable,
  type ReadableResource,
  type Resource,
} from '../sequences/resources/find-resources.ts';
import { followList } from '../sequences/resources/follow-list.ts';
import { identityIn } from '../sequences/resources/identify.ts';
import {
  type Identity,
  isCollectionOf,
  isSameIdentity,
  parameterNames,
} from '../sequences/resources/names.ts';
import { mayLeaveOut } from '../sequences/unlisted.ts';
import { buildRequest } from '../values/build-request.ts';
import type { RequestValues } from '../values/request-values.ts';

/** A `DELETE` of a collection, and what it deletes. */
interface BulkDeletion {
  readonly operation: Operation;
  readonly resource: ReadableResource;
}

/**
 * A `DELETE` of a collection that takes a list of ids in its body, although its document forgets that. A server that ignores such a
 * body would delete all there is. So it is sent only where all there is was created by this run, and again only after what it did
 * not name was still there.
 */
export function createBulkDeletions(context: () => DocumentContext, model: DocumentModel) {
  const all: readonly BulkDeletion[] = model.operations.filter(deletesSeveral).flatMap((one) => {
    const resource = model.resources.find(
      (it) => isCollectionOf(one.path, it) && it.create.method === 'POST',
    );
    return resource !== undefined && isReadable(resource) ? [{ operation: one, resource }] : [];
  });
  /** Where such a request is under way, or was proven to delete only what it names. */
  const allowed = new Set<string>();
  const proofs = new Map<BulkDeletion, Promise<boolean>>();

  const prove = async (one: BulkDeletion): Promise<boolean> => {
    try {
      return await readsItsBody(context(), one, allowed);
    } catch (error) {
      if (error instanceof NotSent || error instanceof CheckSkipped) return false;
      // Without an answer, another check may try again.
      proofs.delete(one);
      throw error;
    }
  };

  return {
    /** Whether a request may delete several of this run at once there. */
    mayDelete: (path: string) => allowed.has(path),
    /** The resource that an operation deletes several of, if it is sure that it deletes no others. */
    resourceOf: async (operation: Operation): Promise<ReadableResource | undefined> => {
      const found = all.find((one) => one.operation === operation);
      if (found === undefined) return undefined;
      const proof = proofs.get(found) ?? prove(found);
      proofs.set(found, proof);
      return (await proof) ? found.resource : undefined;
    },
  };
}

/** The list of the id of a resource. */
export const listOfId = (
  { path }: Resource,
  identity: Identity,
): Pick<RequestValues, 'body' | 'mediaType'> => ({
  body: [identity[parameterNames(path).at(-1) ?? '']],
  mediaType: 'application/json',
});

function deletesSeveral({ method, path, body, summary, description, id }: Operation): boolean {
  const says = /\b(multiple|several|many|selected|bulk|batch|one or more)\b/i;
  const isWhole = method === 'DELETE' && body === undefined && !path.includes('{');
  return isWhole && says.test(`${id} ${summary} ${description}`);
}

/** Whether one of two new resources is there after the other one was deleted by its id in a body. */
async function readsItsBody(
  context: DocumentContext,
  { operation, resource }: BulkDeletion,
  allowed: Set<string>,
): Promise<boolean> {
  const { model, created, authorised, call, remaining } = context;
  const { list, read } = resource;
  if (list === undefined || mayLeaveOut(list)) return false;
  if (await lacksCredentials(context, operation)) return false;
  const readAll = async (): Promise<readonly Identity[] | undefined> => {
    const { items, isComplete } = await followList(
      list,
      await authorised(list, requestOn(model, list, {})),
      { model, send: call, remaining },
    );
    const shown = items.flatMap((item): Identity[] => {
      const identity = identityIn(resource, item, model.requests);
      return identity === undefined ? [] : [identity];
    });
    if (!isComplete || shown.length < items.length) return undefined;
    for (const one of shown) {
      const place = placeOf(model, resource, one);
      if (!created.isDeleted(place) && !(await created.isOwn(place))) return undefined;
    }
    return shown;
  };
  // What another check is creating may be listed before its response has arrived.
  const readOwn = async () => (await readAll()) ?? (await readAll());
  if ((await readOwn()) === undefined) return false;

  const parent = await parentOf(context, resource);
  const create = () => tryCreate(context, resource, { parent, freshFirst: true });
  const first = await create();
  const second = await create();
  if ('reason' in first || 'reason' in second) return false;
  if (isSameIdentity(first.identity, second.identity)) return false;
  const shown = (await readOwn()) ?? [];
  const isShown = [first, second].every(({ identity }) =>
    shown.some((one) => isSameIdentity(one, identity)),
  );
  if (!isShown) return false;

  const body = listOfId(resource, first.identity);
  const request = buildRequest(operation, { parameters: {}, ...body });
  const path = pathOf(request.target);
  const isThere = async (identity: Identity) =>
    model.isSuccess(await call(await authorised(read, requestOn(model, read, identity))));
  allowed.add(path);
  let isProven = false;
  try {
    const deletion = await call(await authorised(operation, request));
    isProven =
      model.isSuccess(deletion) &&
      !(await isThere(first.identity)) &&
      (await isThere(second.identity));
    return isProven;
  } finally {
    if (!isProven) allowed.delete(path);
  }
}

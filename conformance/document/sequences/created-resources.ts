import { type CheckContext, type CompletedExchange, hasResponse } from '../../check.ts';
import { parseBaseUrl } from '../../http/base-url.ts';
import type { Request } from '../../http/request.ts';
import type { DocumentModel } from '../document-model.ts';
import { pathOf } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { requestOn } from './request-on.ts';
import type { Identity, Resource } from './resources/find-resources.ts';
import { identify } from './resources/identify.ts';

/** What the checks of a document have created. All of it is deleted after the run. */
export interface CreatedResources {
  /** The identity of what a response says was created. */
  identityOf(resource: Resource, exchange: CompletedExchange): Identity | undefined;
  /** A number that no earlier call in this run returned. */
  next(): number;
  /** Whether the server keeps what is created, by the path of the resource. Found out once per run. */
  readonly keepsState: Map<string, boolean>;
}

export function trackCreated(
  base: CheckContext,
  model: DocumentModel,
  authorised: (operation: Operation, request: Request) => Promise<Request>,
): CreatedResources {
  const { prefix } = parseBaseUrl(base.target.baseUrl);
  const creators = new Map(model.resources.map((resource) => [resource.create.id, resource]));
  const removers = new Set(model.resources.flatMap(({ remove }) => remove?.id ?? []));
  const left = new Map<string, { readonly remove: Operation; readonly request: Request }>();
  let isRegistered = false;
  let count = 0;

  const identityOf = (resource: Resource, exchange: CompletedExchange) =>
    identify(resource, exchange, { prefix, validator: model.requests });

  // What is in another resource is deleted before it.
  const deleteAll = async () => {
    const failed: string[] = [];
    const deepestFirst = [...left.values()].sort((a, b) => depth(b.remove) - depth(a.remove));
    for (const { remove, request } of deepestFirst) {
      const status = model.status(await base.call(await authorised(remove, request)));
      if (status >= 300 && status !== 404 && status !== 410) failed.push(`${request.target} (${status})`);
    }
    if (failed.length === 0) return undefined;
    return `${failed.length} of ${left.size} could not be deleted: ${failed.slice(0, 5).join(', ')}`;
  };

  const note = (exchange: CompletedExchange) => {
    const status = model.status(exchange);
    if (status < 200 || status > 299) return;
    const operation = exchange.request.settings.operation ?? '';
    if (removers.has(operation)) left.delete(pathOf(exchange.request.target.slice(prefix.length)));
    const resource = creators.get(operation);
    // A `PUT` with another status replaced what was there.
    if (resource?.remove === undefined || (resource.create.method === 'PUT' && status !== 201)) return;
    const identity = identityOf(resource, exchange);
    if (identity === undefined) return;
    const request = requestOn(model, resource.remove, identity);
    left.set(pathOf(request.target), { remove: resource.remove, request });
    if (!isRegistered) base.cleanUp('resources created from the document', deleteAll);
    isRegistered = true;
  };
  base.target.listen((exchange) => hasResponse(exchange) && note(exchange));

  return {
    identityOf,
    next: () => {
      count += 1;
      return count;
    },
    keepsState: new Map(),
  };
}

function depth({ path }: Operation): number {
  return path.split('/').length;
}

import { type CheckContext, type CompletedExchange, hasResponse } from '../check.ts';
import { parseBaseUrl, type Request } from '../http/request.ts';

import { createCredentials } from './credentials.ts';
import type { DocumentModel } from './document-model.ts';
import { createOperationMatcher, type OperationMatcher, pathOf } from './model/match-path.ts';
import type { Operation } from './model/operation.ts';
import { type chooseCredentials, isOpen } from './model/security.ts';
import { requestOn } from './sequences/request-on.ts';

import type { Identity, Resource } from './sequences/resources/find-resources.ts';
import { identify } from './sequences/resources/identify.ts';
import { buildRequest } from './values/build-request.ts';
import { type Candidate, candidateRequests, type RequestValues } from './values/request-values.ts';

/** The first request of an operation that the server accepted, or else the last that it rejected. */
export interface Baseline {
  readonly candidate: Candidate;
  readonly exchange: CompletedExchange;
  readonly accepted: boolean;
}

export interface DocumentContext extends CheckContext {
  readonly model: DocumentModel;
  readonly matches: OperationMatcher;
  /** Finds, once per run, a request of the operation that the server accepts. */
  baseline(operation: Operation): Promise<Baseline>;
  /** Values to start from: new ones from `accepted` in the options, or else those of the baseline. */
  values(operation: Operation): Promise<RequestValues>;
  /** Adds valid credentials to the request, if there are any. */
  authorised(operation: Operation, request: Request): Promise<Request>;
  credentials(operation: Operation): Promise<ReturnType<typeof chooseCredentials>>;
  readonly created: CreatedResources;
  /** Called before each check: earlier checks may have ended the credentials or used up the values. */
  forget(operation: Operation): void;
}

export function createDocumentContext(base: CheckContext, model: DocumentModel): DocumentContext {
  const { operations, options, requests } = model;
  const baselines = new Map<string, Promise<Baseline>>();
  const freshValues = new Map<string, Promise<Partial<RequestValues> | undefined>>();
  const { credentials, authorised, forgetCredentials } = createCredentials(base, model);
  const created = trackCreated(base, model, authorised);
  const findBaseline = async (operation: Operation): Promise<Baseline> => {
    const known = await options.accepted?.(operation, base);
    const declared = candidateRequests(operation, requests);
    const first = declared[0];
    const given: Candidate[] =
      known && first ? [{ name: 'fixture', declared: false, values: merge(first.values, known) }] : [];
    let last: Baseline | undefined;
    for (const candidate of [...given, ...declared].slice(0, 4)) {
      const exchange = await base.call(
        await authorised(operation, buildRequest(operation, candidate.values)),
      );
      const status = model.status(exchange);
      last = { candidate, exchange, accepted: status >= 200 && status < 300 };
      if (last.accepted) return last;
    }
    if (last === undefined) throw new Error(`no candidate for ${operation.id}`);
    return last;
  };
  const baseline = (operation: Operation): Promise<Baseline> => {
    const found = baselines.get(operation.id) ?? findBaseline(operation);
    baselines.set(operation.id, found);
    // A request that was rate-limited now may be accepted later.
    found.catch(() => baselines.delete(operation.id));
    return found;
  };

  return {
    ...base,
    model,
    matches: createOperationMatcher(operations, parseBaseUrl(base.target.baseUrl).prefix),
    baseline,
    credentials,
    forget: ({ id }) => {
      forgetCredentials(id);
      freshValues.delete(id);
    },
    authorised,
    created,
    call: async (request) => {
      const exchange = await base.call(request);
      const status = model.status(exchange);
      // An accepted request may use up the values.
      if (status >= 200 && status < 300) freshValues.delete(request.settings?.operation ?? '');
      return exchange;
    },
    values: async (operation) => {
      const { candidate } = await baseline(operation);
      const known = freshValues.get(operation.id) ?? Promise.resolve(options.accepted?.(operation, base));
      freshValues.set(operation.id, known);
      return merge(candidate.values, (await known) ?? {});
    },
  };
}

export function merge(values: RequestValues, changes: Partial<RequestValues>): RequestValues {
  return { ...values, ...changes, parameters: { ...values.parameters, ...changes.parameters } };
}

/** Whether an operation needs credentials that the profile does not have. */
export async function lacksCredentials(context: DocumentContext, operation: Operation): Promise<boolean> {
  return !isOpen(operation) && (await context.credentials(operation)) === undefined;
}

/** What the checks of a document have created. All of it is deleted after the run. */
interface CreatedResources {
  /** The identity of what a response says was created. */
  identityOf(resource: Resource, exchange: CompletedExchange): Identity | undefined;
  /** A number that no earlier call in this run returned. */
  next(): number;
  /** Whether the server keeps what is created, by the path of the resource. Found out once per run. */
  readonly keepsState: Map<string, boolean>;
}

function trackCreated(
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

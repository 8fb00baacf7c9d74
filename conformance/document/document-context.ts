import type { CheckContext, CompletedExchange } from '../check.ts';
import { parseBaseUrl } from '../http/base-url.ts';
import type { Request } from '../http/request.ts';
import { createCredentials } from './credentials.ts';
import type { DocumentModel } from './document-model.ts';
import { createOperationMatcher, type OperationMatcher } from './model/match-path.ts';
import type { Operation } from './model/operation.ts';
import { type chooseCredentials, isOpen } from './model/security.ts';
import { type CreatedResources, trackCreated } from './sequences/created-resources.ts';
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

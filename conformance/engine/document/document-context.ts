import { createHash } from 'node:crypto';
import { type CheckContext, type CompletedExchange, hasResponse } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import { parseBaseUrl, type Request } from '../http/request.ts';
import { mapInParallel } from '../map-in-parallel.ts';
import { NotSent } from '../not-sent.ts';
import { OutOfTime, RunStopped } from '../outcome.ts';

import { createCredentials } from './credentials.ts';
import type { DocumentModel } from './document-model.ts';
import { createOperationMatcher, type OperationMatcher, pathOf } from './model/match-path.ts';
import type { Operation } from './model/operation.ts';
import { type chooseCredentials, isOpen } from './model/security.ts';
import { requestOn } from './sequences/request-on.ts';

import type { Identity, Resource } from './sequences/resources/find-resources.ts';
import { identify } from './sequences/resources/identify.ts';
import { buildRequest } from './values/build-request.ts';
import { createGivenValues } from './values/given-values.ts';
import { type Candidate, candidateRequests, merge, type RequestValues } from './values/request-values.ts';
import { createWritePolicy } from './write-policy.ts';

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

/** Returns values for a request on a resource that this run created, if it can create one. */
export type OwnValues = (
  context: DocumentContext,
  operation: Operation,
) => Promise<Partial<RequestValues> | undefined>;

/** Returns the values with new names in the body, for a server that has those of the document already. */
export type FreshValues = (
  context: DocumentContext,
  operation: Operation,
  values: RequestValues,
) => RequestValues;

const freshName = 'new names';

export function createDocumentContext(
  base: CheckContext,
  suiteModel: DocumentModel,
  { ownValues, freshValues: withFreshNames }: { ownValues: OwnValues; freshValues: FreshValues },
): DocumentContext {
  const model: DocumentModel = { ...suiteModel, given: createGivenValues(base.profile) };
  const { operations, options } = model;
  const baselines = new Map<string, Promise<Baseline>>();
  const freshValues = new Map<string, Promise<Partial<RequestValues> | undefined>>();
  const { credentials, authorised, forgetCredentials } = createCredentials(base, model);
  const created = trackCreated(base, model, authorised);
  const permit = createWritePolicy({ base, model, isOwn: created.isOwn, authorised });
  const accepted = async (operation: Operation) =>
    (await options.accepted?.(operation, base)) ?? withGiven(operation, await ownValues(context, operation));
  // A value of the profile wins over the id of a new resource.
  const withGiven = (operation: Operation, own: Partial<RequestValues> | undefined) =>
    own && { ...own, parameters: { ...own.parameters, ...model.given(operation).parameters } };
  const findBaseline = async (operation: Operation): Promise<Baseline> => {
    const known = await accepted(operation);
    const declared = candidateRequests(operation, model);
    const first = declared[0];
    const given: Candidate[] =
      known && first ? [{ name: 'fixture', declared: false, values: merge(first.values, known) }] : [];
    let last: Baseline | undefined;
    let notSent: NotSent | undefined;
    const candidates = [...given, ...declared].slice(0, 4);
    for (const candidate of candidates) {
      const { round } = created;
      try {
        const exchange = await call(await authorised(operation, buildRequest(operation, candidate.values)));
        const status = model.status(exchange);
        last = { candidate, exchange, accepted: status >= 200 && status < 300 };
        if (last.accepted) return last;
        if (status === 409 && (candidate.name !== freshName || created.renew(round))) {
          const values = withFreshNames(context, operation, candidate.values);
          candidates.push({ name: freshName, declared: false, values });
        }
      } catch (error) {
        if (!(error instanceof NotSent)) throw error;
        notSent = error;
      }
    }
    if (last === undefined) throw notSent ?? new Error(`no candidate for ${operation.id}`);
    return last;
  };
  const baseline = (operation: Operation): Promise<Baseline> => {
    const found = baselines.get(operation.id) ?? findBaseline(operation);
    baselines.set(operation.id, found);
    // A request that was rate-limited now may be accepted later.
    found.catch(() => baselines.delete(operation.id));
    return found;
  };

  const call: CheckContext['call'] = async (request) => {
    await permit(request);
    const exchange = await base.call(request).catch((error) => {
      const isInterrupted = error instanceof RunStopped || error instanceof OutOfTime;
      if (isInterrupted && !('bytes' in request)) created.interrupted(request);
      throw error;
    });
    const status = model.status(exchange);
    // An accepted request may use up the values.
    if (status >= 200 && status < 300) freshValues.delete(request.settings?.operation ?? '');
    return exchange;
  };
  const target: CheckContext['target'] = {
    ...base.target,
    send: async (request) => {
      await permit(request);
      return base.target.send(request);
    },
  };
  const context: DocumentContext = {
    ...base,
    target,
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
    call,
    values: async (operation) => {
      const { candidate } = await baseline(operation);
      const known = freshValues.get(operation.id) ?? accepted(operation);
      freshValues.set(operation.id, known);
      return merge(candidate.values, (await known) ?? {});
    },
  };
  return context;
}

/** Whether an operation needs credentials that the profile does not have. */
export async function lacksCredentials(context: DocumentContext, operation: Operation): Promise<boolean> {
  return !isOpen(operation) && (await context.credentials(operation)) === undefined;
}

/** What the checks of a document have created. All of it is deleted after the run. */
interface CreatedResources {
  /** The identity of what a response says was created. */
  identityOf(resource: Resource, exchange: CompletedExchange): Identity | undefined;
  /** Whether the resource of a path is one that this run created, and has not deleted. */
  exists(path: string): boolean;
  /**
   * A word for a new name: another one at each call, and the same ones in every run with this seed, unless the server has the
   * names of an earlier run.
   */
  token(about: string): string;
  /** Changes whenever the server has shown that it has the names of an earlier run. */
  readonly round: number;
  /** Called when names of this round exist already. Returns whether there are others. */
  renew(round: number): boolean;
  /** Whether the server keeps what is created, by the path of the resource. Found out once per run. */
  readonly keepsState: Map<string, boolean>;
}

interface TrackedResources extends CreatedResources {
  /** Called when the run ends while a request is under way. */
  interrupted(request: Request): void;
  /** Whether this run created the resource of a path, which may be the one that it deleted last. */
  isOwn(path: string): boolean;
}

interface Leftover {
  readonly operation: Operation | undefined;
  readonly request: Request;
}

function trackCreated(
  base: CheckContext,
  model: DocumentModel,
  authorised: (operation: Operation, request: Request) => Promise<Request>,
): TrackedResources {
  const { prefix } = parseBaseUrl(base.target.baseUrl);
  const creators = new Map(model.resources.map((resource) => [resource.create.id, resource]));
  const removers = new Set(model.resources.flatMap(({ remove }) => remove?.id ?? []));
  const left = new Map<string, Leftover>();
  /** What may be left, and cannot be deleted, with how often. */
  const lost = new Map<string, number>();
  /** How many creations had no response when the run was stopped. */
  const underWay = new Map<string, number>();
  let lastDeleted: string | undefined;
  let isRegistered = false;
  const counts = new Map<string, number>();
  let round = 0;

  const identityOf = (resource: Resource, exchange: CompletedExchange) =>
    identify(resource, exchange, { prefix, validator: model.requests });

  const deleteOne = async ({ operation, request }: Leftover): Promise<string | undefined> => {
    if (operation === undefined) return `${request.target} (the document has no operation that deletes it)`;
    try {
      const status = model.status(await base.call(await authorised(operation, request)));
      return status < 300 || status === 404 || status === 410 ? undefined : `${request.target} (${status})`;
    } catch (error) {
      return `${request.target} (${error instanceof Error ? error.message : String(error)})`;
    }
  };
  const deleteAll = async () => {
    const failed: string[] = [];
    const tried = new Set<Leftover>();
    // What is in another resource is deleted before it. A late response may still add to what is left.
    const deepest = () => {
      const rest = [...left.values()].filter((one) => !tried.has(one));
      return rest.filter((one) => depth(one) === Math.max(...rest.map(depth)));
    };
    for (let level = deepest(); level.length > 0; level = deepest()) {
      for (const one of level) tried.add(one);
      for (const problem of await mapInParallel(base, level, deleteOne))
        if (problem !== undefined) failed.push(problem);
    }
    for (const [what, times] of underWay) if (times > 0) lose(noResponse(what));
    for (const [what, times] of lost) failed.push(times === 1 ? what : `${what}, ${times} times`);
    return failed;
  };
  const interrupted = ({ method, target, settings }: Request) => {
    if (!creators.has(settings?.operation ?? '')) return;
    const what = `${method} ${prefix}${target}`;
    underWay.set(what, (underWay.get(what) ?? 0) + 1);
    register();
  };
  const register = () => {
    if (!isRegistered) base.cleanUp('created from the document', deleteAll);
    isRegistered = true;
  };
  const lose = (what: string) => {
    lost.set(what, (lost.get(what) ?? 0) + 1);
    register();
  };

  const note = (exchange: Exchange) => {
    const { request } = exchange;
    const operation = request.settings.operation ?? '';
    const resource = creators.get(operation);
    const what = `${request.method} ${request.target}`;
    const waiting = underWay.get(what);
    if (waiting !== undefined) underWay.set(what, waiting - 1);
    if (!hasResponse(exchange)) {
      if (resource !== undefined && mayHaveArrived(exchange.error?.kind)) lose(noResponse(what));
      return;
    }
    const status = model.status(exchange);
    if (status < 200 || status > 299) return;
    const path = pathOf(request.target.slice(prefix.length));
    if (removers.has(operation) && left.delete(path)) lastDeleted = path;
    if (resource === undefined) {
      if (request.method === 'POST' && status === 201)
        lose(`${request.method} ${path} created something that no operation deletes`);
      return;
    }
    // A `PUT` with another status replaced what was there.
    if (resource.create.method === 'PUT' && status !== 201) return;
    const identity = identityOf(resource, exchange);
    if (identity === undefined)
      return lose(`${request.method} ${path} (${status}) does not say what it created`);
    const { remove, read } = resource;
    const deletion = requestOn(model, remove ?? read, identity);
    left.set(pathOf(deletion.target), { operation: remove, request: deletion });
    register();
  };
  base.target.listen(note);

  return {
    identityOf,
    interrupted,
    exists: (path) => left.has(path),
    // What was deleted last is not yet another's, even if the server uses ids again.
    isOwn: (path) => left.has(path) || path === lastDeleted,
    token: (about) => {
      const count = (counts.get(about) ?? 0) + 1;
      counts.set(about, count);
      const name = `${base.seed} ${round === 0 ? '' : round}${about} ${count}`;
      return `t${createHash('sha256').update(name).digest('hex').slice(0, 7)}`;
    },
    get round() {
      return round;
    },
    renew: (given) => {
      if (given < round) return true;
      if (round > sameRounds) return false;
      round = round < sameRounds ? round + 1 : base.clock.now();
      return true;
    },
    keepsState: new Map(),
  };
}

/** After the names of this many runs, the time makes names new. */
const sameRounds = 3;

function noResponse(what: string): string {
  return `${what} had no response, and may have created something`;
}

function mayHaveArrived(kind: string | undefined): boolean {
  return kind === 'reset' || kind === 'closed' || kind === 'timeout';
}

function depth({ request }: Leftover): number {
  return request.target.split('/').length;
}

import { type CheckContext, type CompletedExchange, hasResponse } from '../../../check.ts';
import type { Exchange, SentRequest } from '../../../http/exchange.ts';
import { parseBaseUrl, type RawRequest, type Request } from '../../../http/request.ts';
import { mapInParallel } from '../../../map-in-parallel.ts';
import { CheckSkipped } from '../../../outcome.ts';
import { bulkIds } from '../../bulk-ids.ts';
import type { DocumentModel } from '../../document-model.ts';
import { pathOf } from '../../model/match-path.ts';
import type { Operation } from '../../model/operation.ts';
import { isJsonObject } from '../../model/pointer.ts';
import { namedValues, sentFields } from '../../named-values.ts';
import { mayBeSame } from '../compare.ts';
import { requestOn } from '../request-on.ts';
import { createCleanUp, describeBody } from './clean-up.ts';
import { createNames } from './created-names.ts';
import { createDeletionTime } from './deletion-time.ts';
import { itemShowing } from './find-listed.ts';
import type { Resource } from './find-resources.ts';
import { followJob, jobOf } from './follow-job.ts';
import {
  type Identified,
  identify,
  identifyAll,
  identityAround,
  identityIn,
  isWhole,
  locationOf,
  matchPath,
} from './identify.ts';
import { identifyResult } from './identify-result.ts';
import type { Made } from './made-resource.ts';
import { type Identity, isSameIdentity, lastId, lastNoun, sameWord, wordsOf } from './names.ts';
import { createOwnership, type Proof } from './ownership.ts';
import { createRejected, type Stored } from './rejected.ts';
import { createSnapshots } from './snapshots.ts';
import { createUsedUp } from './used-up.ts';

// Each may take seconds.
const mostFollowed = 20;

// An action may create something with every request, such as the file of an export.
const firstUnseen = 50;

/** What is new in lists, by the path at which something was created. */
type Lists = Map<string, ReturnType<ReturnType<typeof createSnapshots>['newAt']>>;

const isAny = () => true;

export function trackCreated(
  base: CheckContext,
  model: DocumentModel,
  authorised: (operation: Operation, request: Request) => Promise<Request>,
) {
  const { prefix } = parseBaseUrl(base.target.baseUrl);
  const creators = creatorsIn(model.resources);
  const removers = new Set(model.resources.flatMap(({ remove }) => remove?.id ?? []));
  const left = new Map<string, Made>();
  /** What may be left, and cannot be deleted, with how often. */
  const lost = new Map<string, number>();
  /** How many creations had no response when the run was stopped. */
  const underWay = new Map<string, number>();
  /** What updates have given another id, by the path that it had. Of several at once, a server may keep any. */
  const renamed = new Map<string, readonly Made[]>();
  /** What was accepted with 202, until it is known what became of it. */
  const accepted = new Map<number, readonly [Resource, CompletedExchange]>();
  /** What was created by requests whose responses do not name it, but a list may. */
  const unnamed = new Map<number, readonly [Resource, CompletedExchange]>();
  /** What this run has deleted, with all that was in it. */
  const deleted = new Set<string>();
  let lastDeleted: string | undefined;
  const names = createNames(base);
  const deletionMs = createDeletionTime(base);

  /** The operations that have returned 201: with 200, they say that it was there before. */
  const distinguishing = new Set<string>();
  const isFound = ({ creations, status }: Pick<Made, 'creations' | 'status'>) =>
    status === 200 &&
    creations.some(({ settings }) => distinguishing.has(settings.operation ?? ''));

  const means = { prefix, validator: model.requests };
  const identityOf = (resource: Resource, exchange: CompletedExchange) =>
    identify(resource, exchange, means);
  const snapshots = createSnapshots(base, model, authorised);
  const rejected = createRejected({ snapshots, isNamed: names.isNamed });
  /** The paths at which the server had nothing when this run was about to create something there. */
  const absent = new Set<string>();
  const ownership = createOwnership(base, model, {
    ...{ authorised, names, snapshots, identityOf, isFound },
    wasAbsent: ({ request }) => absent.has(pathOf(request.target)),
  });
  const proofs = new Map<string, Promise<Proof | undefined>>();
  const proofOf = (made: Made): Promise<Proof | undefined> => {
    const place = pathOf(made.request.target);
    const found = proofs.get(place) ?? ownership.proofOf(made);
    proofs.set(place, found);
    found.catch(() => proofs.delete(place));
    return found;
  };
  const forget = (path: string) => {
    left.delete(path);
    proofs.delete(path);
    base.gone(path);
  };
  const usedUp = createUsedUp(base, model, { authorised, left, gone: forget });
  const isOurs = async (made: Made) => (await proofOf(made)) !== undefined;
  const deleteMade = createCleanUp(base, model, { authorised, left, proofOf, isFound });
  /** How many requests were accepted of which nobody knows what they create, since lists were last read for that. */
  let unseen = 0;
  let mostUnseen = firstUnseen;
  const findStored = async () => {
    for (const one of (await rejected.find(isAny, () => false)) ?? []) keepStored(one);
  };
  const deleteAll = async () => {
    const followed = [...accepted.values()].slice(0, mostFollowed);
    await mapInParallel(base, followed, async ([resource, exchange]) => {
      await finish(resource, exchange).catch(ignoreSkipped);
    });
    for (const [, exchange] of accepted.values()) addLost(exchange);
    const lists: Lists = new Map();
    for (const [resource, exchange] of unnamed.values())
      await find(resource, exchange, lists).catch(ignoreSkipped);
    await mapInParallel(base, [...renamed], findRenamed);
    await findStored();
    const failed = await deleteMade();
    for (const [, exchange] of unnamed.values())
      if (!isBelow(deleted, placeOf(exchange))) addLost(exchange);
    for (const [what, times] of underWay) if (times > 0) countIn(lost, noResponse(what));
    for (const [what, times] of lost) failed.push(times === 1 ? what : `${what}, ${times} times`);
    return failed;
  };

  /** The resource that a request creates, by its operation, or by where its response says that it is. */
  const createdBy = ({ settings }: SentRequest, exchange: Exchange): Resource | undefined => {
    const known = creators.get(settings.operation ?? '');
    if (known !== undefined || exchange.response?.status !== 201 || !hasResponse(exchange))
      return known;
    return model.resources.find(({ path }) => locationOf(exchange, path, prefix) !== undefined);
  };
  const note = (exchange: Exchange) => {
    const { method, target, settings, body } = exchange.request;
    const resource = createdBy(exchange.request, exchange);
    const what = `${method} ${target}`;
    if (underWay.has(what)) countIn(underWay, what, -1);
    const isAccepted = hasResponse(exchange) && model.isSuccess(exchange);
    if (resource !== undefined)
      rejected.note(resource, pathOf(target.slice(prefix.length)), exchange, isAccepted);
    if (!hasResponse(exchange)) {
      // A server may reject a body that is too large by closing the connection.
      const mayHaveCreated = resource !== undefined && settings.lossAllowed !== true;
      if (mayHaveCreated && /^(reset|closed|timeout)$/.test(exchange.error?.kind ?? ''))
        countIn(lost, noResponse(`${what}${describeBody(body)}`));
      return;
    }
    if (!model.isSuccess(exchange)) {
      usedUp.suspect(exchange);
      return;
    }
    const status = model.status(exchange);
    const path = pathOf(target.slice(prefix.length));
    if (removers.has(settings.operation ?? '')) noteGone(path);
    else if (method === 'DELETE')
      for (const id of bulkIds(body))
        noteGone(`${path.replace(/\/$/, '')}/${encodeURIComponent(String(id))}`);
    if (method === 'PUT' || method === 'PATCH') noteRenamed(path, exchange);
    if (resource === undefined) {
      if (method === 'POST') unseen += 1;
      if (method === 'POST' && status === 201)
        countIn(lost, `${method} ${path}${describeBody(body)} ${whyNotDeleted(model, path)}`);
      return;
    }
    const { create } = resource;
    const creator =
      resource.others.find(({ id }) => id === exchange.request.settings.operation) ?? create;
    const declares201 = creator.responses.some((one) => one.status === '201');
    if (status === 201) distinguishing.add(creator.id);
    // A `PUT` with another status replaced what was there.
    else if (create.method === 'PUT' || (declares201 && status !== 200 && status !== 202)) return;
    if (status === 202 && isJob(resource, exchange)) {
      accepted.set(exchange.number, [resource, exchange]);
      return;
    }
    const identified = identifyAll(resource, exchange, means);
    if (identified.length === 0 && (status !== 200 || !declares201)) {
      if (resource.list === undefined) addLost(exchange);
      else unnamed.set(exchange.number, [resource, exchange]);
    }
    for (const one of identified) add(resource, exchange, one);
  };
  const noteGone = (path: string) => {
    if (!left.has(path)) return;
    lastDeleted = path;
    deleted.add(path);
    forget(path);
  };
  const placeOf = ({ request }: CompletedExchange) => pathOf(request.target.slice(prefix.length));
  /** Looks in the list for what a request has created, if its response does not say it. */
  const find = async (
    resource: Resource,
    exchange: CompletedExchange,
    lists: Lists = new Map(),
  ): Promise<Identity | undefined> => {
    const path = placeOf(exchange);
    const items = lists.get(path) ?? snapshots.newAt(resource, path, isBelowOwn);
    lists.set(path, items);
    const around = identityAround(resource, exchange, prefix);
    const candidates = (await items).items.flatMap((item) => {
      const identity = { ...around, ...identityIn(resource, item, model.requests) };
      if (!isWhole(resource, identity)) return [];
      const { target } = requestOn(model, resource.remove ?? resource.one, identity);
      return left.has(pathOf(target)) ? [] : [{ item, identity }];
    });
    const found = itemShowing(
      candidates,
      sentFields(exchange.request.body),
      names.isNamed,
      isBelowOwn(path),
    );
    if (found === undefined) return undefined;
    unnamed.delete(exchange.number);
    const { identity, item } = found;
    add(resource, exchange, { identity, sent: undefined, shown: item });
    return identity;
  };
  const addLost = ({
    request: { method, target, body },
    response: { status },
  }: CompletedExchange) =>
    countIn(
      lost,
      `${method} ${pathOf(target.slice(prefix.length))}${describeBody(body)} (${status}) does not say what it created`,
    );
  /** Whether a 202 leads to a job, and not to the resource itself. */
  const isJob = ({ path, create }: Resource, exchange: CompletedExchange) => {
    const job = jobOf({ model, target: base.target }, create, exchange);
    return job !== undefined && matchPath(path, pathOf(job.request.target)) === undefined;
  };
  /** Waits for what a 202 announced. Undefined: it failed, takes too long, or does not say what it created. */
  const finish = async (
    resource: Resource,
    exchange: CompletedExchange,
  ): Promise<Identity | undefined> => {
    const job = await followJob({ ...base, model, authorised }, resource.create, exchange);
    const identity =
      job?.state === 'done' ? identifyResult(resource, exchange, job.exchange, means) : undefined;
    if (identity === undefined && job?.state !== 'failed') return undefined;
    accepted.delete(exchange.number);
    if (identity !== undefined) add(resource, exchange, { identity, sent: undefined }, true);
    return identity;
  };
  const add = (
    resource: Resource,
    exchange: CompletedExchange,
    one: Identified,
    isResult = false,
  ) => {
    const { identity } = one;
    const status = model.status(exchange);
    const { remove } = resource;
    const request = requestOn(model, remove ?? resource.one, identity);
    const key = pathOf(request.target);
    const known = left.get(key);
    if (known?.status === 201 && status === 200) return;
    const located = locationOf(exchange, resource.path, prefix);
    const isLocated =
      isResult ||
      (located !== undefined && lastId(resource.path, located) === lastId(resource.path, identity));
    const { body } = exchange.request;
    left.set(key, {
      ...{ resource, identity, request, status, isLocated },
      creations: [...(known?.creations ?? []), exchange.request],
      sent: [
        ...(known?.sent ?? []),
        one.sent === undefined ? sentFields(body) : namedValues(one.sent),
      ],
      made: one.shown ?? exchange.response.json?.value,
      isInOwn: isBelowOwn(placeOf(exchange)),
    });
    announce(key, remove, request, status === 201 && (isLocated || showsSent(exchange)));
  };
  /** A resource with another name may have another path: `/tags/new-name` after an update of `/tags/old-name`. */
  const noteRenamed = (path: string, { request, response }: CompletedExchange) => {
    const made = left.get(path);
    if (made === undefined) return;
    const { resource, identity } = made;
    const idIn = (body: unknown) => identityIn(resource, withoutObjects(body), model.requests);
    const [before, shown] = [idIn(made.made), idIn(response.json?.value)];
    if (before === undefined || shown === undefined) return;
    const isItsOwn = isSameIdentity({ ...identity, ...before }, identity);
    const next = { ...identity, ...shown };
    if (!isItsOwn || isSameIdentity(next, identity)) return;
    const sent = [sentFields(request.body)];
    const now: Made = { ...made, identity: next, sent, made: response.json?.value };
    renamed.set(path, [...(renamed.get(path) ?? []), now]);
  };
  const findRenamed = async ([path, all]: readonly [string, readonly Made[]]) => {
    const { resource, identity } = left.get(path) ?? {};
    if (resource?.read === undefined || identity === undefined) return;
    const { read } = resource;
    const old = await base.call(await authorised(read, requestOn(model, read, identity)));
    if (model.meaning(old) !== 'absent') return;
    forget(path);
    for (const made of all) keep(made);
  };
  const keepStored = ({ resource, path, exchange, item }: Stored) => {
    const own = identityIn(resource, item, model.requests);
    const identity = { ...identityAround(resource, exchange, prefix), ...own };
    if (own === undefined || !isWhole(resource, identity)) return;
    keep({
      resource,
      identity,
      status: exchange.response?.status ?? 0,
      isLocated: false,
      isInOwn: isBelowOwn(path),
      made: item,
      creations: [exchange.request],
      sent: [namedValues(item)],
    });
  };
  const keep = (made: Omit<Made, 'request'>) => {
    const { resource, identity } = made;
    const request = requestOn(model, resource.remove ?? resource.one, identity);
    const key = pathOf(request.target);
    if (left.has(key)) return;
    left.set(key, { ...made, request });
    announce(key, resource.remove, request, true);
  };
  /** Says what is there, for the case that this process is ended. Only what surely is ours may then be deleted. */
  const announce = (
    path: string,
    remove: Operation | undefined,
    request: Request,
    isSurelyOurs: boolean,
  ) => {
    if (remove === undefined || !isSurelyOurs) return base.made(path);
    authorised(remove, request).then(
      (undo) => left.has(path) && base.made(path, undo),
      () => base.made(path),
    );
  };
  base.target.listen(note);
  base.cleanUp('created from the document', deleteAll, () => deletionMs(left.size));

  const isBelowOwn = (path: string) => isBelow(left.keys(), path);

  return {
    ...names,
    identityOf,
    /** Those of a list that was sent. */
    identitiesOf: (resource: Resource, exchange: CompletedExchange) =>
      identifyAll(resource, exchange, means).map(({ identity }) => identity),
    finish,
    find,
    /**
     * Looks whether what rejections were perhaps about is there, and what many actions have created: as long as nobody knows of it,
     * no time is kept to delete it.
     */
    look: async (): Promise<void> => {
      await usedUp.look();
      if (unseen < mostUnseen) return;
      unseen = 0;
      mostUnseen *= 2;
      await findStored().catch(ignoreSkipped);
    },
    /** Called before a request is sent: reads what the list has before something is created in it. */
    prepare: async (request: Request | RawRequest): Promise<void> => {
      const resource = creators.get(request.settings?.operation ?? '');
      if (resource === undefined || 'bytes' in request) return;
      const path = pathOf(request.target);
      await snapshots.take(resource, path, isBelowOwn);
    },
    /** What the lists show of requests of an operation that the server has rejected. */
    storedBy: async ({ id }: Operation): Promise<readonly Stored[] | undefined> => {
      const isOfOperation = ({ request }: Exchange) => request.settings.operation === id;
      const found = await rejected.find(isOfOperation, isBelowOwn, mostFollowed);
      return found?.filter(({ isSure }) => isSure);
    },
    /** Called when the run ends while a request is under way. */
    interrupted: ({ method, target, settings }: Request) => {
      if (creators.has(settings?.operation ?? ''))
        countIn(underWay, `${method} ${prefix}${target}`);
    },
    /** Whether the resource of a path is one that this run created, and has not deleted. */
    exists: (path: string) => left.has(path),
    wasAbsent: (path: string) => void absent.add(path),
    /** Whether a response without 201 names what its request has created, and no other had named before. */
    isNew: async (path: string): Promise<boolean> => {
      const one = left.get(path);
      return one !== undefined && one.status !== 201 && one.creations.length === 1 && isOurs(one);
    },
    /** The same, or the one that it deleted last: that is not yet another's, even if the server uses ids again. */
    isOwn: async (path: string): Promise<boolean> => {
      const one = left.get(path);
      return one === undefined ? path === lastDeleted : isOurs(one);
    },
    /** Whether this run has deleted it: a list that was read before may show it. */
    isDeleted: (path: string) => deleted.has(path),
    /** Whether the server keeps what is created, by the path of the resource. Found out once per run. */
    keepsState: new Map<string, boolean>(),
  };
}

/** The resources by the operations that create them: of two, the one that more than a noun connects. */
function creatorsIn(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const pairs = resources.flatMap((resource): [string, Resource, number][] => [
    [resource.create.id, resource, resource.isGuess ? 1 : 0],
    ...resource.others.map(({ id }): [string, Resource, number] => [id, resource, 2]),
  ]);
  const weakestFirst = pairs.toReversed().toSorted((a, b) => b[2] - a[2]);
  return new Map(weakestFirst.map(([id, resource]) => [id, resource]));
}

/** Why nothing deletes what a `POST` to a path created. */
function whyNotDeleted({ operations }: DocumentModel, path: string): string {
  const noun = wordsOf(path.replace(/^.*\//, '')).at(-1) ?? '';
  const mayDelete = operations.some(
    (one) => one.method === 'DELETE' && sameWord(lastNoun(one.path) ?? '', noun),
  );
  return mayDelete ? 'does not say what it created' : 'created something that no operation deletes';
}

/** Whether a response has one of the texts that were sent, in a field of the same name. */
function showsSent({ request, response }: CompletedExchange): boolean {
  const shown = namedValues(response.json?.value);
  return sentFields(request.body).some(
    ([name, sent]) =>
      typeof sent === 'string' && shown.some((one) => one[0] === name && mayBeSame(sent, one[1])),
  );
}

function withoutObjects(body: unknown): unknown {
  if (!isJsonObject(body)) return undefined;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== 'object'));
}

function isBelow(places: Iterable<string>, path: string): boolean {
  return [...places].some((place) => path.startsWith(`${place.replace(/\/$/, '')}/`));
}

function ignoreSkipped(error: unknown): void {
  if (!(error instanceof CheckSkipped)) throw error;
}

function countIn(counts: Map<string, number>, what: string, by = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + by);
}

function noResponse(what: string): string {
  return `${what} had no response, and may have created something`;
}

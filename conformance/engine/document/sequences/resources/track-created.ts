import { createHash } from 'node:crypto';
import { type CheckContext, type CompletedExchange, hasResponse } from '../../../check.ts';
import type { Exchange, SentRequest } from '../../../http/exchange.ts';
import { type Header, parseBaseUrl, type Request } from '../../../http/request.ts';
import { mapInParallel } from '../../../map-in-parallel.ts';
import type { DocumentModel } from '../../document-model.ts';
import { pathOf } from '../../model/match-path.ts';
import type { Operation } from '../../model/operation.ts';
import { namedValues, ownFields, sentFields } from '../../named-values.ts';
import { fieldSchemas } from '../../values/field-schemas.ts';
import { bodyMedia } from '../../values/request-values.ts';
import { uuidOf } from '../../values/uuid-of.ts';
import { mayBeSame, sameValue } from '../compare.ts';
import { requestOn } from '../request-on.ts';
import type { Resource } from './find-resources.ts';
import { identify, locationOf } from './identify.ts';
import { type Identity, lastId } from './names.ts';

interface Leftover {
  readonly resource: Resource;
  readonly identity: Identity;
  /** Deletes it, or reads it when nothing deletes it. */
  readonly request: Request;
  /** What was sent to create it. A server that keeps nothing always gives the same id. */
  readonly sent: readonly SentRequest[];
  /** The body of the last response. */
  readonly made: unknown;
  /** Without 201, the server may have found what was there. */
  readonly status: number;
  /** Whether `Location` of its response names it. */
  readonly isLocated: boolean;
  isOurs?: Promise<boolean> | undefined;
}

export function trackCreated(
  base: CheckContext,
  model: DocumentModel,
  authorised: (operation: Operation, request: Request) => Promise<Request>,
) {
  const { prefix } = parseBaseUrl(base.target.baseUrl);
  const creators = new Map(model.resources.map((resource) => [resource.create.id, resource]));
  const removers = new Set(model.resources.flatMap(({ remove }) => remove?.id ?? []));
  const left = new Map<string, Leftover>();
  /** What may be left, and cannot be deleted, with how often. */
  const lost = new Map<string, number>();
  /** How many creations had no response when the run was stopped. */
  const underWay = new Map<string, number>();
  let lastDeleted: string | undefined;
  const names = createNames(base);

  /** The operations that have returned 201: with 200, they say that it was there before. */
  const distinguishing = new Set<string>();
  const isFound = ({ resource, status }: Leftover) =>
    status === 200 && distinguishing.has(resource.create.id);

  const identityOf = (resource: Resource, exchange: CompletedExchange) =>
    identify(resource, exchange, { prefix, validator: model.requests });

  const looksOurs = async ({ resource, identity, sent, made, status, isLocated }: Leftover) => {
    const { read, create } = resource;
    const exchange = await base.call(await authorised(read, requestOn(model, read, identity)));
    if (!model.isSuccess(exchange)) return true;
    const schema = bodyMedia(create)?.schema;
    const schemas =
      schema === undefined ? {} : fieldSchemas(model.requests.schemaAt(schema), model.requests);
    const shown = namedValues(exchange.response.json?.value);
    return sent.every(({ body }) => {
      // Many have the same value of an enumeration, and the same number: that says something only where no text does.
      const fields = sentFields(body).filter(([name]) => schemas[name]?.enum === undefined);
      const compare = (type: string, isSame: (sent: unknown, shown: unknown) => unknown) =>
        fields.flatMap(([name, value]) => {
          const same = shown.filter((one) => one[0] === name && typeof one[1] === type);
          return typeof value !== type || same.length === 0
            ? []
            : [same.some((one) => isSame(value, one[1]))];
        });
      const isMost = (same: readonly boolean[]) => same.filter(Boolean).length > same.length / 2;
      const texts = compare('string', mayBeSame);
      // A server may change some. One that found the name has another's values in the rest.
      if (texts.length > 0) return isMost(texts);
      if (isLocated) return true;
      // What will be created later may have another id.
      if (status === 202) return false;
      const numbers = compare('number', sameValue);
      // The response may have shown how the server changed them.
      const agrees = ([name, value]: readonly [string, unknown]) =>
        typeof value === 'number' &&
        fields.some((one) => one[0] === name) &&
        shown.some((one) => one[0] === name && one[1] === value);
      if (numbers.length > 0) return isMost(numbers) || ownFields(made).some(agrees);
      // A link into an object may lead to the customer of an order.
      return !Object.values(resource.expressions).some((one) => insideBody.test(String(one)));
    });
  };
  /** Whether a request whose response is not 201 creates another one each time, or finds what is there: by any of its values. */
  const createsAlways = new Map<string, Promise<boolean>>();
  const isCreatedAgain = async ({ resource, identity, sent: [request] }: Leftover) => {
    if (request === undefined) return false;
    const { method, target, settings } = request;
    const body = names.withOthers(Buffer.from(request.body).toString('latin1'));
    // With the same key, it would have to return the same.
    const headers = request.headers.map(([name, value]): Header => {
      const isKey = /^idempotency-key$/i.test(name);
      return [name, isKey ? value.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : value];
    });
    const again = await base.call({
      method,
      target: target.slice(prefix.length),
      headers,
      body: Buffer.from(body, 'latin1'),
      settings,
    });
    if (!model.isSuccess(again)) return ['conflict', 'invalid'].includes(model.meaning(again));
    const other = identityOf(resource, again);
    return other !== undefined && JSON.stringify(other) !== JSON.stringify(identity);
  };
  const wasCreated = async (one: Leftover) => {
    if (one.status === 201 || isFound(one)) return one.status === 201;
    const [request] = one.sent;
    const which = `${request?.target} ${names.withoutThem(Buffer.from(request?.body ?? '').toString('latin1'))}`;
    const known = createsAlways.get(which) ?? isCreatedAgain(one);
    createsAlways.set(which, known);
    return (await known) && !isFound(one);
  };
  /** Whether a read shows what was sent: a response may give the id of something else, which is not to be changed. */
  const isOurs = (one: Leftover) => {
    one.isOurs ??= looksOurs(one).then((looks) => looks && wasCreated(one));
    return one.isOurs;
  };
  const deleteOne = async (one: Leftover): Promise<string | undefined> => {
    const { resource, request } = one;
    const operation = resource.remove;
    if (isFound(one)) return undefined;
    if (operation === undefined)
      return `${request.target} (the document has no operation that deletes it)`;
    try {
      if (!base.destructive && !(await isOurs(one)))
        return `${request.target} (it may be another's: it does not show what was sent, or was there before)`;
      const deletion = await base.call(await authorised(operation, request));
      return ['success', 'absent'].includes(model.meaning(deletion))
        ? undefined
        : `${request.target} (${model.status(deletion)})`;
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
    for (const [what, times] of underWay) if (times > 0) countIn(lost, noResponse(what));
    for (const [what, times] of lost) failed.push(times === 1 ? what : `${what}, ${times} times`);
    return failed;
  };

  const note = (exchange: Exchange) => {
    const { method, target, settings } = exchange.request;
    const resource = creators.get(settings.operation ?? '');
    const what = `${method} ${target}`;
    if (underWay.has(what)) countIn(underWay, what, -1);
    if (!hasResponse(exchange)) {
      // A server may reject a body that is too large by closing the connection.
      const mayHaveCreated = resource !== undefined && settings.lossAllowed !== true;
      if (mayHaveCreated && /^(reset|closed|timeout)$/.test(exchange.error?.kind ?? ''))
        countIn(lost, noResponse(what));
      return;
    }
    if (!model.isSuccess(exchange)) return;
    const status = model.status(exchange);
    const path = pathOf(target.slice(prefix.length));
    if (removers.has(settings.operation ?? '') && left.delete(path)) {
      lastDeleted = path;
      base.gone(path);
    }
    if (resource === undefined) {
      if (method === 'POST' && status === 201)
        countIn(lost, `${method} ${path} created something that no operation deletes`);
      return;
    }
    const { create } = resource;
    const declares201 = create.responses.some((one) => one.status === '201');
    if (status === 201) distinguishing.add(create.id);
    // A `PUT` with another status replaced what was there.
    else if (create.method === 'PUT' || (declares201 && status !== 200)) return;
    const identity = identityOf(resource, exchange);
    if (identity === undefined) {
      if (status === 201 || !declares201)
        countIn(lost, `${method} ${path} (${status}) does not say what it created`);
      return;
    }
    const { remove, read } = resource;
    const request = requestOn(model, remove ?? read, identity);
    const key = pathOf(request.target);
    const known = left.get(key);
    if (known?.status === 201 && status === 200) return;
    const sent = [...(known?.sent ?? []), exchange.request];
    const made = exchange.response.json?.value;
    const located = locationOf(exchange, resource.path, prefix);
    const isLocated =
      located !== undefined && lastId(resource.path, located) === lastId(resource.path, identity);
    left.set(key, {
      resource,
      identity,
      request,
      sent,
      made,
      status,
      isLocated,
      isOurs: known?.isOurs,
    });
    announce(key, remove, request, status === 201 && (isLocated || showsSent(exchange)));
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
  base.cleanUp('created from the document', deleteAll);

  return {
    ...names,
    identityOf,
    /** Called when the run ends while a request is under way. */
    interrupted: ({ method, target, settings }: Request) => {
      if (creators.has(settings?.operation ?? ''))
        countIn(underWay, `${method} ${prefix}${target}`);
    },
    /** Whether the resource of a path is one that this run created, and has not deleted. */
    exists: (path: string) => left.has(path),
    /** Whether a response without 201 names what its request has created, and no other had named before. */
    isNew: async (path: string): Promise<boolean> => {
      const one = left.get(path);
      return one !== undefined && one.status !== 201 && one.sent.length === 1 && isOurs(one);
    },
    /** The same, or the one that it deleted last: that is not yet another's, even if the server uses ids again. */
    isOwn: async (path: string): Promise<boolean> => {
      const one = left.get(path);
      return one === undefined ? path === lastDeleted : isOurs(one);
    },
    /** Whether the server keeps what is created, by the path of the resource. Found out once per run. */
    keepsState: new Map<string, boolean>(),
  };
}

/** A runtime expression for a field inside an object of the response, other than the one that wraps it. */
const insideBody =
  /\$response\.body#\/(?!(data|output|result|response|payload)\/[^/]+\}?$)[^/]+\//i;
const tokenPattern = /t[0-9a-f]{7}/g;

/** After the names of this many runs, the time makes names new. */
const sameRounds = 3;

/** The names of what is created: the same ones in every run with a seed, unless the server has those of an earlier run. */
function createNames({ seed, clock }: CheckContext) {
  const counts = new Map<string, number>();
  const tokens = new Set<string>();
  const uuids = new Set<unknown>();
  let round = 0;
  /** A word for a new name: another one at each call. */
  const token = (about: string): string => {
    countIn(counts, about);
    const name = `${seed} ${round === 0 ? '' : round}${about} ${counts.get(about)}`;
    const word = `t${createHash('sha256').update(name).digest('hex').slice(0, 7)}`;
    tokens.add(word);
    uuids.add(uuidOf(word));
    return word;
  };
  return {
    /** A text without the words that this run invented: what is the same in all requests with new names. */
    withoutThem: (text: string) =>
      text.replace(tokenPattern, (word) => (tokens.has(word) ? '\0' : word)),
    /** A text with other words instead of them. */
    withOthers: (text: string) =>
      text.replace(tokenPattern, (word) => (tokens.has(word) ? token(word) : word)),
    token,
    /** Whether it is a UUID that this run invented, which nothing on the server has yet. */
    isInvented: (value: unknown) => uuids.has(value),
    /** Changes whenever the server has shown that it has the names of an earlier run. */
    round: () => round,
    /** Called when names of this round exist already. Returns whether there are others. */
    renew: (given: number): boolean => {
      if (given < round) return true;
      if (round > sameRounds) return false;
      round = round < sameRounds ? round + 1 : clock.now();
      return true;
    },
  };
}

/** Whether a response has one of the texts that were sent, in a field of the same name. */
function showsSent({ request, response }: CompletedExchange): boolean {
  const shown = namedValues(response.json?.value);
  return sentFields(request.body).some(
    ([name, sent]) =>
      typeof sent === 'string' && shown.some((one) => one[0] === name && mayBeSame(sent, one[1])),
  );
}

function countIn(counts: Map<string, number>, what: string, by = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + by);
}

function noResponse(what: string): string {
  return `${what} had no response, and may have created something`;
}

function depth({ request }: Leftover): number {
  return request.target.split('/').length;
}

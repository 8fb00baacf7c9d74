import type { CheckContext } from '../check.ts';
import { readSent } from '../http/read-json.ts';
import type { RawRequest, Request } from '../http/request.ts';
import { effectiveMethod, isSafe, NotSent, notOwn } from '../not-sent.ts';
import { bulkIds } from './bulk-ids.ts';
import type { DocumentContext } from './document-context.ts';
import type { DocumentModel } from './document-model.ts';
import { createPathMatcher, isPlain, pathOf, patternOf } from './model/match-path.ts';
import type { Operation } from './model/operation.ts';
import type { JsonObject } from './model/pointer.ts';
import { createServerCheck } from './model/servers.ts';
import { carriedValues, isScalar, ownFields, queryOf, sentFields } from './named-values.ts';
import { requestOn } from './sequences/request-on.ts';
import { creatorsOf, type Resource } from './sequences/resources/find-resources.ts';
import { matchPath } from './sequences/resources/identify.ts';
import {
  hasNounOf,
  isCollectionOf,
  isIdField,
  lastId,
  parameterNames,
  plainName,
  wordsOf,
} from './sequences/resources/names.ts';

/** Returns a function that throws `NotSent` for what could change more than this run has created, or is on another server. */
export function createWritePolicy(
  base: CheckContext,
  model: DocumentModel,
  {
    isOwn,
    isInvented,
    isNamed,
    wasAbsent,
  }: Pick<DocumentContext['created'], 'isOwn' | 'isInvented' | 'isNamed' | 'wasAbsent'>,
  authorised: DocumentContext['authorised'],
  leadsToOwn: DocumentContext['references']['leadsToOwn'],
  mayDeleteSeveral: (path: string) => boolean,
) {
  const templateOf = createPathMatcher(model.operations.map(({ path }) => path));
  const patterns = model.resources.map((resource) => ({
    resource,
    pattern: patternOf(resource.path),
    creations: creatorsOf(resource).map(({ path }) => patternOf(path)),
  }));
  /** Whether all ids of a path are in the profile, or those of what this run has created to refer to. */
  const isGiven = (operation: Operation, path: string) => {
    const { parameters } = model.given(operation);
    const ids = Object.entries(matchPath(operation.path, path) ?? {});
    return ids.every(
      ([name, id]) => String(parameters[`path ${name}`]) === id || leadsToOwn(operation, name, id),
    );
  };
  /** Whether a path has an id that neither this run nor the profile gave, as `/accounts/7/close`, and is not where something is created. */
  const isForeign = (path: string) => {
    const matching = model.operations.filter((operation) => patternOf(operation.path).test(path));
    const mayReach = (operation: Operation) => {
      return (
        isGiven(operation, path) ||
        (operation.method === 'POST' &&
          model.resources.some((one) => creatorsOf(one).includes(operation)))
      );
    };
    return matching.length > 0 && !matching.some(mayReach);
  };
  /**
   * Whether a `POST` of no known resource may be sent: with ids of the profile, of this run, or new UUIDs, only, and not to
   * settings, or to end all that there is.
   */
  const mayAct = (request: Request, path: string) => {
    const matching = model.operations.filter((operation) => operation.path === templateOf(path));
    if (matching.some(({ method }) => ['PUT', 'PATCH', 'DELETE'].includes(method))) return false;
    const fields: JsonObject = Object.assign({}, ...matching.map((one) => model.given(one).fields));
    const ids = carriedValues(request).filter(([name, value]) => isId(name, value));
    const isGiven = ([name, id]: (typeof ids)[number]) =>
      isInvented(id) ||
      [fields[name]].flat().map(String).includes(String(id)) ||
      matching.some((operation) => leadsToOwn(operation, name, String(id)));
    if (ids.length > 0 || templateOf(path)?.includes('{')) return ids.every(isGiven);
    return !matching.some(({ id }) =>
      [id, path].flatMap(wordsOf).some((word) => endingWords.has(word)),
    );
  };
  const isId = (name: string, value: unknown) =>
    isScalar(value) &&
    (isIdName(name) ||
      (/^\d+$/.test(String(value)) && model.operations.some(({ path }) => hasNounOf(path, name))));
  const free = new Map<string, Promise<boolean>>();
  // The paths of `/users/7/posts/1`, the longest first: a resource may be inside another.
  const resourcesOf = (path: string) =>
    [...path.matchAll(/\/|$/g)]
      .flatMap(({ index }) => [path.slice(0, index), `${path.slice(0, index)}/`])
      .reverse()
      .flatMap((part) =>
        patterns.flatMap(({ resource, pattern }) =>
          pattern.test(part) && !isConcrete(part) ? [{ resource, path: part }] : [],
        ),
      );
  /** Whether the document has this very path: `/books/bulk`, next to `/books/{id}`. */
  const isConcrete = (path: string) => templateOf(path)?.includes('{') === false;
  const isFree = (resource: Resource, path: string) => {
    const known = free.get(path) ?? findFree(resource, path);
    free.set(path, known);
    return known;
  };
  const findFree = async ({ read, path: template }: Resource, path: string) => {
    const identity = matchPath(template, path) ?? {};
    // Nobody can look whether it is there: only what this run has made up is surely new.
    if (read === undefined) {
      const id = lastId(template, identity);
      return isInvented(id) || isNamed(id);
    }
    const request = requestOn(model, read, identity);
    const meaning = model.meaning(await base.call(await authorised(read, request)));
    if (meaning === 'absent') wasAbsent(path);
    return meaning === 'absent' || meaning === 'invalid';
  };
  /** Whether it is nobody's: this run has invented the id, and a read has just said that nothing has it. */
  const isNobodys = async (resource: Resource, path: string) => {
    const id = lastId(resource.path, matchPath(resource.path, path) ?? {});
    return isInvented(id) && resource.read !== undefined && (await isFree(resource, path));
  };
  /** The path of what has an id in a collection, or is created there and has a path of its own. */
  const placeOf = ({ path, create, inherited, one }: Resource, collection: string, id: unknown) => {
    const place = `${collection}/${encodeURIComponent(String(id))}`;
    if (patternOf(path).test(place)) return place;
    const around = Object.values(matchPath(create.path, collection) ?? {}).slice(0, inherited);
    const names = parameterNames(path);
    if (names.length !== around.length + 1) return undefined;
    const values = [...around, id];
    const identity = Object.fromEntries(names.map((name, at) => [name, values[at]]));
    return pathOf(requestOn(model, one, identity).target);
  };
  /** A server may let the client choose an id that is not in the path, and replace what has it. */
  const requireOwnIds = async (
    request: Request,
    resource: Resource,
    collection: string,
    isBelow = false,
  ) => {
    for (const [name, value] of [...queryOf(request.target), ...bodyFields(request)]) {
      // A server may read `true` as 1.
      const id = typeof value === 'boolean' ? Number(value) : value;
      if (!isIdField(resource.path, name) || !isScalar(id)) continue;
      const place = placeOf(resource, collection, id);
      if (place === undefined || (await isOwn(place))) continue;
      // A member of a team is another resource of this run, too.
      const creators = creatorsOf(resource);
      if (isBelow && creators.some((create) => leadsToOwn(create, name, String(id)))) continue;
      // Below a parent of this run, nobody can look whether another parent has the number.
      const isHidden = isBelow && /^\d+$/.test(String(id));
      if (isHidden || !(await isFree(resource, place))) throw new NotSent(notOwn);
    }
  };

  /**
   * A server may take the project of `/projects/7/views` from a `project_id` in the body: it has to be one of this run, too.
   * A server may read `true` as 1, and 1.5 as well. `isItself`: the path ends with the id of what is changed, which is no parent.
   */
  const requireOwnParents = (request: Request, path: string, isItself: boolean) => {
    const matching = model.operations.filter((operation) => operation.path === templateOf(path));
    const [{ path: template = '' } = {}] = matching;
    const named = Object.entries(matchPath(template, path) ?? {});
    const parents = isItself ? named.slice(0, -1) : named;
    for (const [name, value] of [...queryOf(request.target), ...bodyFields(request)]) {
      const parent = parents.find(([one]) => plainName(one) === plainName(name));
      if (parent === undefined || !isScalar(value)) continue;
      const id = String(typeof value === 'boolean' ? Number(value) : value);
      const namesNothing = id === '' || Number(id) <= 0 || id === parent[1] || isInvented(id);
      if (namesNothing || matching.some((one) => leadsToOwn(one, name, id))) continue;
      throw new NotSent(notOwn);
    }
  };

  /** Whether what changes or deletes several resources at once names each of them, and all are this run's. */
  const changesOnlyOwn = async (request: Request, path: string): Promise<boolean> => {
    const bulk = model.resources.filter((one) => isCollectionOf(templateOf(path), one));
    const ids = bulkIds(request.body ?? '');
    for (const resource of bulk)
      for (const id of ids) {
        const place = placeOf(resource, path, id);
        if (place === undefined || !(await isOwn(place))) return false;
      }
    return bulk.length > 0 && ids.length > 0 && !request.target.includes('?');
  };

  const whyOnAnotherServer = createServerCheck(
    model.document,
    model.operations,
    base.target.baseUrl,
  );
  const requireThisServer = ({ settings, ...request }: Request | RawRequest) => {
    const template = 'bytes' in request ? undefined : templateOf(pathOf(request.target));
    const sent = model.operations.filter(({ id }) => id === settings?.operation);
    const reached = sent.length > 0 ? sent : model.operations.filter((it) => it.path === template);
    const reasons = reached.map(whyOnAnotherServer);
    const [reason] = reasons;
    if (reason !== undefined && !reasons.includes(undefined)) throw new NotSent(reason);
  };

  return async (request: Request | RawRequest): Promise<void> => {
    requireThisServer(request);
    const isExempt = base.destructive || model.options.mayWriteAnywhere === true;
    if (isExempt) return;
    if ('bytes' in request) throw new NotSent(notOwn);
    const isOverridden = effectiveMethod(request) !== request.method;
    if (isSafe(request.method) && !isOverridden) return;
    if (isOverridden || !isPlain(request.target)) throw new NotSent(notOwn);
    const path = pathOf(request.target);
    const [nearest] = resourcesOf(path);
    const { method } = request;
    const creating = patterns.filter(
      ({ resource, creations }) =>
        resource.create.method === 'POST' && creations.some((one) => one.test(path)),
    );
    const mustCreateOwn = async (isBelow: boolean) => {
      for (const { resource } of creating)
        await requireOwnIds(request, resource, path.replace(/\/$/, ''), isBelow);
    };
    const isPut =
      method === 'PUT' && nearest?.path === path && nearest.resource.create.method === 'PUT';
    if (
      nearest &&
      ((await isOwn(nearest.path)) ||
        (isPut && (await isFree(nearest.resource, path))) ||
        (await isNobodys(nearest.resource, nearest.path)))
    ) {
      requireOwnParents(request, path, nearest.path === path);
      if (nearest.path === path)
        await requireOwnIds(request, nearest.resource, path.replace(/\/[^/]*$/, ''));
      else if (method === 'POST') await mustCreateOwn(true);
      return;
    }
    const mayName = /^(PATCH|PUT)$/.test(method) || (method === 'DELETE' && mayDeleteSeveral(path));
    if (mayName && !nearest && (await changesOnlyOwn(request, path))) return;
    const isInGiven = model.operations.some(
      (one) => one.method === 'POST' && patternOf(one.path).test(path) && isGiven(one, path),
    );
    if (method !== 'POST' || (nearest && !isInGiven) || isForeign(path)) throw new NotSent(notOwn);
    if (creating.length === 0 && !mayAct(request, path)) throw new NotSent(notOwn);
    await mustCreateOwn(false);
  };
}

const bodyFields = ({ body = '' }: Request) => {
  const json = readSent(body);
  return json === undefined ? sentFields(body) : ownFields(json.value);
};

// Not `X-Request-Id`, which is no record.
const isIdName = (name: string) =>
  /(id|uuid|guid)s?\]?$/i.test(name) && !/request|correlation|trace/i.test(name);

/** Those of operations that end what there is: `POST /cache/purge`. */
const endingWords = new Set(
  'clear delete destroy drop erase flush purge remove reset revoke truncate wipe'.split(' '),
);

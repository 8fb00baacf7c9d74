import type { CheckContext, CompletedExchange } from '../../../check.ts';
import { parseBaseUrl, type Request } from '../../../http/request.ts';
import { CheckSkipped } from '../../../outcome.ts';
import type { DocumentModel } from '../../document-model.ts';
import { pathOf } from '../../model/match-path.ts';
import type { Operation } from '../../model/operation.ts';
import type { JsonObject } from '../../model/pointer.ts';
import { isScalar } from '../../named-values.ts';
import { requestOn } from '../request-on.ts';
import type { Resource } from './find-resources.ts';
import { followList } from './follow-list.ts';
import { matchPath } from './identify.ts';
import type { Made } from './made-resource.ts';
import { idFields, keyFields, lastId, parameterNames, plainName } from './names.ts';

interface Snapshot {
  /** The ids in a list, as text. */
  readonly ids: ReadonlySet<string>;
  readonly items: readonly JsonObject[];
  readonly isComplete: boolean;
  /** The last page. */
  readonly exchange: CompletedExchange | undefined;
}

/** What the lists of the server had before this run created something in them. */
export function createSnapshots(
  base: CheckContext,
  model: DocumentModel,
  authorised: (operation: Operation, request: Request) => Promise<Request>,
) {
  const { prefix } = parseBaseUrl(base.target.baseUrl);
  const before = new Map<string, Promise<Snapshot | undefined>>();
  /** Whether a list shows what was created, so that what it does not show was not there. */
  const shows = new Map<string, Promise<boolean>>();

  const read = async (resource: Resource, list: Operation, path: string, id?: string) => {
    const request = requestOn(model, list, matchPath(list.path, path) ?? {});
    const idsOf = idsIn(resource);
    const { exchanges, items, isComplete } = await followList(
      list,
      await authorised(list, request),
      {
        model,
        send: base.call,
        remaining: base.remaining,
        ...(id !== undefined && {
          until: (shown) => shown.some((item) => idsOf(item).includes(id)),
        }),
      },
    );
    const exchange = exchanges.at(-1);
    return { ids: new Set(items.flatMap(idsOf)), items, isComplete, exchange };
  };
  const readOrNot = async (...given: Parameters<typeof read>): Promise<Snapshot | undefined> => {
    try {
      return await read(...given);
    } catch (error) {
      // A list that cannot be read now proves nothing.
      if (error instanceof CheckSkipped) return undefined;
      throw error;
    }
  };
  /** The list in which something is, and its id there. */
  const placeOf = ({ resource, identity, creations: [creation] }: Made) => {
    const { list, path } = resource;
    const place = list && creation && listPath(list, pathOf(creation.target.slice(prefix.length)));
    if (list === undefined || place === undefined) return undefined;
    return { list, place, id: lastId(path, identity) };
  };
  /** Whether a list shows it now. */
  const isListed = async (made: Made): Promise<boolean> => {
    const at = placeOf(made);
    const now = at && (await readOrNot(made.resource, at.list, at.place, at.id));
    return at !== undefined && now?.ids.has(at.id) === true;
  };

  return {
    /** Called before a request that may create. What is in a resource of this run had nothing before. */
    take: async (
      resource: Resource,
      path: string,
      isInOwn: (place: string) => boolean,
    ): Promise<void> => {
      const { list } = resource;
      const place = list && listPath(list, path);
      if (list === undefined || place === undefined || isInOwn(place)) return;
      const known = before.get(place) ?? readOrNot(resource, list, place);
      before.set(place, known);
      // The check may have to wait for a rate limit, and run again.
      known.catch(() => before.delete(place));
      await known;
    },
    /** What a list shows that it did not show before this run created something at a path. */
    newAt: async (
      resource: Resource,
      path: string,
      isInOwn: (place: string) => boolean,
    ): Promise<Pick<Snapshot, 'items' | 'exchange'>> => {
      const nothing = { items: [], exchange: undefined };
      const { list } = resource;
      const place = list && listPath(list, path);
      if (list === undefined || place === undefined) return nothing;
      const snapshot = await before.get(place);
      if (!isInOwn(place) && snapshot?.isComplete !== true) return nothing;
      const idsOf = idsIn(resource);
      const now = await readOrNot(resource, list, place);
      if (now === undefined) return nothing;
      const isOld = (item: JsonObject) => idsOf(item).some((id) => snapshot?.ids.has(id));
      return { items: now.items.filter((item) => !isOld(item)), exchange: now.exchange };
    },
    /** Whether a list had it before. Undefined: nobody knows. */
    find: async (made: Made): Promise<'there' | 'absent' | undefined> => {
      const at = placeOf(made);
      const snapshot = at && (await before.get(at.place));
      if (at === undefined || snapshot === undefined) return undefined;
      if (snapshot.ids.has(at.id)) return 'there';
      if (!snapshot.isComplete) return undefined;
      const known = shows.get(at.place) ?? isListed(made);
      shows.set(at.place, known);
      known.catch(() => shows.delete(at.place));
      return (await known) ? 'absent' : undefined;
    },
    isListed,
  };
}

/** The path of the list in which what is created at a path is, with the same parents. */
export function listPath(list: Operation, path: string): string | undefined {
  if (parameterNames(list.path).length === 0) return list.path;
  const around = [...path.matchAll(/\/|$/g)].map(({ index }) => path.slice(0, index)).reverse();
  return around.find((one) => matchPath(list.path, one) !== undefined);
}

function idsIn({ path, key }: Resource) {
  const own = key === undefined ? [] : [plainName(key)];
  const names = new Set([...idFields(path), ...keyFields(path), ...own]);
  return (item: JsonObject): string[] =>
    Object.entries(item).flatMap(([name, value]) =>
      names.has(plainName(name)) && isScalar(value) ? [String(value)] : [],
    );
}

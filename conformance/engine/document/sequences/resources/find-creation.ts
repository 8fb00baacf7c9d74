import type { ApiDocument } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { fieldsOf } from '../../model/pointer.ts';
import { type Link, linkedResources } from './links.ts';
import {
  collectionOf,
  idFields,
  lastNoun,
  nounOfParameter,
  parameterNames,
  plainName,
  sameWord,
  shapeOf,
  wordsOf,
} from './names.ts';

/** How a resource is created. */
export interface Creation {
  /** A `POST`, or a `PUT` to the path itself that declares 201. */
  readonly create: Operation;
  /** Other `POST` operations that create such resources, as several at once. */
  readonly others: readonly Operation[];
  /** From a link of `create`: the runtime expressions of path parameters, by name. Empty: the names match. */
  readonly expressions: Readonly<Record<string, unknown>>;
  /** How many parameters at the start of its path are those of the path of `create`. */
  readonly inherited: number;
  /** Whether nothing but a noun connects `create` with the path. */
  readonly isGuess: boolean;
}

interface Creators {
  readonly posts: readonly Operation[];
  readonly byShape: ReadonlyMap<string, Operation>;
  readonly links: ReadonlyMap<string, Link>;
  /** The shapes of the paths in which a resource is: `/books` for `/books/{id}`. */
  readonly collections: ReadonlySet<string>;
  readonly fieldsOf: (created: Operation) => readonly string[];
}

export function readCreators(document: ApiDocument, operations: readonly Operation[]): Creators {
  const posts = operations.filter(({ method }) => method === 'POST');
  return {
    posts,
    byShape: new Map(posts.map((operation) => [shapeOf(operation.path), operation])),
    links: linkedResources(document, operations),
    collections: new Set(operations.flatMap(({ path }) => collectionOf(path) ?? []).map(shapeOf)),
    fieldsOf: (created) => responseFields(document, created),
  };
}

/** How the resource of a path with these operations is created. Undefined: by no operation that is known. */
export function creationOf(
  path: string,
  own: readonly Operation[],
  creators: Creators,
): Creation | undefined {
  const direct = directCreation(path, own, creators);
  const create = direct?.create ?? creators.posts.find((post) => mayCreate(post, path, creators));
  if (create === undefined) return undefined;
  const others = creators.posts.filter(
    (post) =>
      post !== create &&
      (isBulk(post, path) ||
        isAnotherWay(post, create) ||
        (direct && mayCreate(post, path, creators))),
  );
  return {
    ...{ create, others },
    expressions: direct?.expressions ?? {},
    inherited: inheritedFrom(create, path),
    isGuess: direct === undefined,
  };
}

function directCreation(
  path: string,
  own: readonly Operation[],
  { byShape, links }: Creators,
): Link | undefined {
  const named = collectionsOf(path).flatMap((place) => byShape.get(shapeOf(place)) ?? [])[0];
  if (named !== undefined) {
    const link = links.get(path);
    return link?.create === named ? link : { create: named, expressions: {} };
  }
  const put = own.find(
    ({ method, responses }) => method === 'PUT' && responses.some(({ status }) => status === '201'),
  );
  return links.get(path) ?? (put && { create: put, expressions: {} });
}

/** The paths of which this one is one: `/networks/{address}` and `/networks` for `/networks/{address}/{prefix}`. */
function collectionsOf(path: string): string[] {
  const around = collectionOf(path);
  if (around === undefined) return [];
  return around.endsWith('}') ? [around, ...collectionsOf(around)] : [around];
}

/** Whether a `POST` has the noun of the path in its own, and returns an id: `POST /users/{id}/orders` for `/orders/{id}`. */
function mayCreate(post: Operation, path: string, creators: Creators): boolean {
  const noun = wordsOf(/[^/]*$/.exec(post.path)?.[0] ?? '').at(-1);
  if (collectionOf(path) === undefined || /\}\/?$/.test(post.path) || noun === undefined)
    return false;
  // The invoice of a booking has the number of the booking in its path.
  const hasOwnPath = creators.collections.has(shapeOf(post.path));
  const nouns = [lastNoun(path), hasOwnPath ? undefined : nounOfParameter(path)];
  if (!nouns.some((one) => one !== undefined && sameWord(one, noun))) return false;
  // What the path needs besides an id has to be in the path of the `POST`.
  if (parameterNames(path).length - inheritedFrom(post, path) !== 1) return false;
  const declares201 = post.responses.some(({ status }) => status === '201');
  return (
    declares201 || creators.fieldsOf(post).some((name) => idFields(path).includes(plainName(name)))
  );
}

/** `POST /books/bulk`, or `/books:batchCreate`, for `/books/{id}`. */
function isBulk(post: Operation, path: string): boolean {
  const collection = shapeOf(collectionOf(path) ?? '');
  const shape = shapeOf(post.path);
  if (collection === '' || !shape.startsWith(collection)) return false;
  const words = wordsOf(shape.slice(collection.length));
  const isAction = /^[/:][\w-]+$/.test(shape.slice(collection.length));
  return isAction && words.some((word) => bulkWords.has(word)) && !words.some(isOtherVerb);
}

/** `POST /projects/restore`, next to `POST /projects`. */
function isAnotherWay(post: Operation, create: Operation): boolean {
  const [, verb] = /^\/(\w+)$/.exec(shapeOf(post.path).slice(shapeOf(create.path).length)) ?? [];
  const isNextTo = shapeOf(post.path) === `${shapeOf(create.path)}/${verb}`;
  return create.method === 'POST' && isNextTo && otherWays.has(verb ?? '');
}

const otherWays = new Set('clone copy duplicate import restore'.split(' '));

const bulkWords = new Set('array batch bulk import list many multiple'.split(' '));
const isOtherVerb = (word: string) => /^(delete|remove|update|get|read|search|find)/.test(word);

function inheritedFrom({ method, path: created }: Operation, path: string): number {
  if (method === 'PUT') return parameterNames(path).length;
  const [one, other] = [created, path].map((text) => shapeOf(text).split('/'));
  const differs = one?.findIndex((part, at) => part !== other?.[at]) ?? -1;
  const common = differs < 0 ? one : one?.slice(0, differs);
  return common?.filter((part) => part.includes('{')).length ?? 0;
}

/** The names of the fields that a success shows, as far as they are in one schema. */
function responseFields(document: ApiDocument, { responses }: Operation): string[] {
  return responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap(({ media }) => media)
    .flatMap(({ schema }) =>
      Object.keys(fieldsOf(schema && document.resolve(schema)?.value.properties)),
    );
}

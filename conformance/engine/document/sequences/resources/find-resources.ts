import { groupBy } from '../../../group-by.ts';
import type { ApiDocument } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { type Creation, creationOf, readCreators } from './find-creation.ts';
import { keyOf } from './key-of.ts';
import { collectionOf, shapeOf } from './names.ts';

/** A resource that one operation creates and others read, list, change or delete. */
export interface Resource extends Creation {
  /** The path of one resource: `/books/{id}`. */
  readonly path: string;
  readonly read: Operation | undefined;
  /** The `GET` of the collection. */
  readonly list: Operation | undefined;
  /** `PUT` and `PATCH`. */
  readonly updates: readonly Operation[];
  readonly remove: Operation | undefined;
  /** The field that stands for an id, where the document shows none: `setting` of `/settings/{id}`. */
  readonly key: string | undefined;
  /** An operation on the path, whichever there is. */
  readonly one: Operation;
  /** The resource in which this one is created: `/users/{user}` of `/users/{user}/posts`. */
  readonly parent: Resource | undefined;
}

/** A resource of which a request shows what became of it. */
export type ReadableResource = Resource & { readonly read: Operation };

export function isReadable(resource: Resource): resource is ReadableResource {
  return resource.read !== undefined;
}

/** The operations that create such resources. */
export const creatorsOf = ({ create, others }: Creation) => [create, ...others];

type Found = Omit<Resource, 'parent'>;

/** Finds resources by links, and by names: `POST /books` creates what `GET /books/{id}` reads. */
export function findResources(
  document: ApiDocument,
  operations: readonly Operation[],
): readonly Resource[] {
  const creators = readCreators(document, operations);
  const gets = operations.filter(({ method }) => method === 'GET');
  const lists = new Map(gets.map((operation) => [shapeOf(operation.path), operation]));
  const found = new Map<string, Found>();
  for (const [path, own] of groupBy(operations, (operation) => operation.path)) {
    const collection = collectionOf(path);
    const creation = creationOf(path, own, creators);
    if (collection === undefined || creation === undefined) continue;
    const withMethod = (method: string) => own.find((operation) => operation.method === method);
    const { create } = creation;
    const updates = own.filter((one) => one !== create && ['PUT', 'PATCH'].includes(one.method));
    const read = withMethod('GET');
    const remove = withMethod('DELETE');
    const one = read ?? remove ?? updates[0];
    if (one === undefined) continue;
    const list = lists.get(shapeOf(collection)) ?? lists.get(shapeOf(create.path));
    found.set(shapeOf(path), {
      ...creation,
      ...{ path, read, updates, remove, one, key: keyOf(document, path, [create, one]) },
      list: list === read ? undefined : list,
    });
  }
  return [...found.values()].map((resource) => withParent(resource, found));
}

function withParent(
  resource: Found,
  found: ReadonlyMap<string, Found>,
  within: readonly Found[] = [],
): Resource {
  const { create, path } = resource;
  const place = create.method === 'PUT' ? (collectionOf(path) ?? '') : create.path;
  const [parent] = pathsAround(place)
    .flatMap((around) => found.get(shapeOf(around)) ?? [])
    .filter((one) => one !== resource && !within.includes(one));
  return { ...resource, parent: parent && withParent(parent, found, [...within, resource]) };
}

/** The paths of what a path is in, the innermost first: `/users/{user}` for `/users/{user}/posts`. */
function pathsAround(path: string): string[] {
  return [...path.matchAll(/\}(?=\/.)/g)].map(({ index }) => path.slice(0, index + 1)).reverse();
}

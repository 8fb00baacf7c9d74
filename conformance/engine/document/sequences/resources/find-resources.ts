import { groupBy } from '../../../group-by.ts';
import type { ApiDocument } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { linkedResources } from './links.ts';
import { collectionOf, shapeOf } from './names.ts';

/** A resource that one operation creates and others read, change and delete. */
export interface Resource {
  /** The path of one resource: `/books/{id}`. */
  readonly path: string;
  /** A `POST`, or a `PUT` to the path itself that declares 201. */
  readonly create: Operation;
  /** What cannot be read is no resource: no request would show what became of it. */
  readonly read: Operation;
  /** `PUT` and `PATCH`. */
  readonly updates: readonly Operation[];
  readonly remove: Operation | undefined;
  /** From a link of `create`: the runtime expressions of path parameters, by name. Empty: the names match. */
  readonly expressions: Readonly<Record<string, unknown>>;
  /** The resource whose path contains this one: `/users/{user}` of `/users/{user}/posts/{post}`. */
  readonly parent: Resource | undefined;
}

/** Finds resources by links, and by names: `POST /books` creates what `GET /books/{id}` reads. */
export function findResources(
  document: ApiDocument,
  operations: readonly Operation[],
): readonly Resource[] {
  const links = linkedResources(document, operations);
  const byPath = groupBy(operations, ({ path }) => path);
  const posts = operations.filter(({ method }) => method === 'POST');
  const creators = new Map(posts.map((operation) => [shapeOf(operation.path), operation]));
  const found = new Map<string, Omit<Resource, 'parent'>>();
  for (const [path, own] of byPath) {
    const collection = collectionOf(path);
    if (collection === undefined) continue;
    const withMethod = (method: string) => own.find((operation) => operation.method === method);
    const read = withMethod('GET');
    const remove = withMethod('DELETE');
    const put = withMethod('PUT');
    const link = links.get(path);
    const named = creators.get(shapeOf(collection));
    const creatingPut = put?.responses.some(({ status }) => status === '201') ? put : undefined;
    const create = named ?? link?.create ?? creatingPut;
    if (create === undefined || read === undefined) continue;
    const updates = own.filter((one) => one !== create && ['PUT', 'PATCH'].includes(one.method));
    const expressions = link?.create === create ? link.expressions : {};
    found.set(shapeOf(path), { path, create, read, updates, remove, expressions });
  }
  const withParent = (resource: Omit<Resource, 'parent'>): Resource => {
    const above = collectionOf(resource.path)?.replace(/\/[^/]*\/?$/, '');
    const parent = above === undefined ? undefined : found.get(shapeOf(above));
    return { ...resource, parent: parent && withParent(parent) };
  };
  return [...found.values()].map(withParent);
}

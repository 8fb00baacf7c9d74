import type { ApiDocument } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { linkedResources } from './links.ts';

/** The path parameters of one resource, by name. */
export type Identity = Readonly<Record<string, unknown>>;

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
export function findResources(document: ApiDocument, operations: readonly Operation[]): readonly Resource[] {
  const links = linkedResources(document, operations);
  const byPath = new Map<string, Operation[]>();
  const creators = new Map<string, Operation>();
  for (const operation of operations) {
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
    if (operation.method === 'POST') creators.set(shapeOf(operation.path), operation);
  }
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
    const create = named ?? link?.create ?? (put && declaresCreation(put) ? put : undefined);
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

/** `/books` for `/books/{id}`; undefined for the path of no single resource. */
export function collectionOf(path: string): string | undefined {
  return /^(.*)\/\{[^{}/]+\}\/?$/.exec(path)?.[1];
}

/** The names of the path parameters, in order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name);
}

// Two paths of the same shape may name their parameters differently.
export function shapeOf(path: string): string {
  return path.replace(/\{[^{}/]+\}/g, '{}').replace(/\/$/, '');
}

function declaresCreation({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '201');
}

import { groupBy } from '../../../group-by.ts';
import { type ApiDocument, entriesAt } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { fieldsOf, type JsonObject } from '../../model/pointer.ts';

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

/** `/books` for `/books/{id}`; undefined for the path of no single resource. */
function collectionOf(path: string): string | undefined {
  return /^(.*)\/\{[^{}/]+\}\/?$/.exec(path)?.[1];
}

export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name);
}

/** An identity with the names of another path: the parameters of both are in the same order. */
export function translate(identity: Identity, from: string, to: string): Identity {
  const values = parameterNames(from).map((name) => identity[name]);
  const names = parameterNames(to).slice(0, values.length);
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

/** The value of the last parameter, by which the resources of a collection differ. */
export function lastId(path: string, identity: Identity): string {
  return String(identity[parameterNames(path).at(-1) ?? '']);
}

// Two paths of the same shape may name their parameters differently.
function shapeOf(path: string): string {
  return path.replace(/\{[^{}/]+\}/g, '{}').replace(/\/$/, '');
}

/** The paths that links of successful responses to `POST` lead to, when they identify what was created. */
function linkedResources(document: ApiDocument, operations: readonly Operation[]) {
  const found = new Map<string, Pick<Resource, 'create' | 'expressions'>>();
  for (const create of operations.filter(({ method }) => method === 'POST')) {
    for (const link of linksOf(document, create)) {
      const target = targetOf(document, operations, link);
      if (target === undefined || found.has(target.path)) continue;
      const expressions = pathExpressions(link);
      const last = /\{([^{}/]+)\}\/?$/.exec(target.path)?.[1];
      const expression = last === undefined ? undefined : expressions[last];
      if (isOwn(create, target.path, expression)) found.set(target.path, { create, expressions });
    }
  }
  return found;
}

function linksOf(document: ApiDocument, { responses }: Operation): JsonObject[] {
  return responses
    .filter(({ status }) => /^2/.test(status))
    .flatMap((response) =>
      entriesAt(document, `${response.pointer}/links`).map(([, { value }]) => value),
    );
}

function targetOf(
  document: ApiDocument,
  operations: readonly Operation[],
  { operationId, operationRef }: JsonObject,
): Operation | undefined {
  if (typeof operationId === 'string') return operations.find(({ id }) => id === operationId);
  if (typeof operationRef !== 'string' || !operationRef.startsWith('#/')) return undefined;
  const at = document.resolve(operationRef.slice(1))?.pointer;
  return operations.find((operation) => operation.pointer === at);
}

// A link may name the place of a parameter: `path.id`.
function pathExpressions({ parameters }: JsonObject): Record<string, unknown> {
  const entries = Object.entries(fieldsOf(parameters));
  return Object.fromEntries(entries.map(([name, value]) => [name.replace(/^path\./, ''), value]));
}

/** The link from a new order to its customer must not make the tests delete the customer. */
function isOwn(create: Operation, path: string, expression: unknown): boolean {
  if (typeof expression !== 'string' || !/^\{?\$response\./.test(expression)) return false;
  if (/^\{?\$response\.header\.location\b/i.test(expression)) return true;
  const noun = lastNoun(path);
  if (noun === undefined) return false;
  const field = expression.replace(/^.*\//, '').replace(/\}$/, '');
  const isId =
    /^_?(id|uuid|guid)$/i.test(field) || wordsOf(field).some((word) => sameWord(word, noun));
  // What `POST /customers/{id}/orders` and `createOrderForCustomer` create is an order.
  const [made = ''] = wordsOf(create.id)
    .join(' ')
    .split(/ (?:as|at|by|for|from|in|into|of|on|to|under|via|with) /);
  const words = [...wordsOf(create.path.replace(/^.*\}/, '')), ...wordsOf(made).slice(-1)];
  return isId && words.some((word) => sameWord(word, noun));
}

/** The words of a name or a path, in lower case: `bookId` is `book` and `id`. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Whether two words are the same but for a plural. */
function sameWord(one: string, other: string): boolean {
  return stem(one) === stem(other);
}

function stem(word: string): string {
  return word.replace(/(ies|es|s|y|e)$/, '');
}

/** The last word of a path before its last parameter: `books` for `/shop/books/{id}`. */
function lastNoun(path: string): string | undefined {
  return wordsOf(path.replace(/\/\{[^{}/]+\}\/?$/, '').replace(/\{[^}]*\}/g, '')).at(-1);
}

/** Whether a name has the noun of a path that ends with a parameter: `orders` and `orderNumber` for `/orders/{id}`. */
export function hasNounOf(path: string, name: string): boolean {
  const noun = collectionOf(path) && lastNoun(path);
  return noun !== undefined && wordsOf(name).some((word) => sameWord(word, noun));
}

/** How a field can identify the resource of a path: the names that the last parameter allows, most specific first. */
export function idFields(path: string): string[] {
  const parameter = wordsOf(/\{([^{}/]+)\}\/?$/.exec(path)?.[1] ?? '');
  const noun = lastNoun(path) ?? '';
  const [first = ''] = parameter;
  const isId = /^(id|uuid|guid)$/.test(parameter.at(-1) ?? '') || /(id|uuid|guid)$/.test(first);
  // `{book}` and `{b}` under `/books` stand for an id; `{provider}` under `/login` does not.
  const isNoun = parameter.length === 1 && (sameWord(first, noun) || noun.startsWith(first));
  const own = parameter.join('');
  if (!isId && !isNoun) return [own];
  return [own, 'id', 'uuid', 'guid', `${stem(noun)}id`, `${noun.replace(/s$/, '')}id`];
}

export function isIdField(path: string, name: string): boolean {
  return idFields(path).includes(plainName(name));
}

/** A field's name without case and punctuation. */
export function plainName(name: string): string {
  return wordsOf(name).join('');
}

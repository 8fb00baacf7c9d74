import type { ApiDocument } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { isJsonObject, type JsonObject, pointer } from '../../model/pointer.ts';
import { lastNoun, sameWord, wordsOf } from './names.ts';

export interface LinkedResource {
  readonly create: Operation;
  /** The runtime expressions of path parameters, by name. */
  readonly expressions: Readonly<Record<string, unknown>>;
}

/** The paths that links of successful responses to `POST` lead to, when they identify what was created. */
export function linkedResources(
  document: ApiDocument,
  operations: readonly Operation[],
): ReadonlyMap<string, LinkedResource> {
  const found = new Map<string, LinkedResource>();
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
    .flatMap((response) => {
      const links = document.resolve(response.pointer)?.value.links;
      return Object.keys(isJsonObject(links) ? links : {}).flatMap((name): JsonObject[] => {
        const link = document.resolve(`${response.pointer}${pointer('links', name)}`);
        return link === undefined ? [] : [link.value];
      });
    });
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
  const entries = Object.entries(isJsonObject(parameters) ? parameters : {});
  return Object.fromEntries(entries.map(([name, value]) => [name.replace(/^path\./, ''), value]));
}

/**
 * Whether a link identifies what was created, not something related: the link from a new order to its customer must not
 * make the tests delete the customer.
 */
function isOwn(create: Operation, path: string, expression: unknown): boolean {
  if (typeof expression !== 'string' || !/^\{?\$response\./.test(expression)) return false;
  if (/^\{?\$response\.header\.location\b/i.test(expression)) return true;
  const noun = lastNoun(path);
  if (noun === undefined) return false;
  const field = expression.replace(/^.*\//, '').replace(/\}$/, '');
  const isId = /^_?(id|uuid|guid)$/i.test(field) || wordsOf(field).some((word) => sameWord(word, noun));
  // What `POST /customers/{id}/orders` creates is an order.
  const words = [...wordsOf(create.path.replace(/^.*\}/, '')), ...wordsOf(create.id).slice(-1)];
  return isId && words.some((word) => sameWord(word, noun));
}

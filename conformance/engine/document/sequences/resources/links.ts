import { type ApiDocument, entriesAt } from '../../model/api-document.ts';
import type { Operation } from '../../model/operation.ts';
import { fieldsOf, type JsonObject } from '../../model/pointer.ts';
import { lastNoun, sameWord, wordsOf } from './names.ts';

/** How an operation names what it creates. */
export interface Link {
  readonly create: Operation;
  /** The runtime expressions of path parameters, by name. */
  readonly expressions: Readonly<Record<string, unknown>>;
}

/** The paths that links of successful responses to `POST` lead to, when they identify what was created. */
export function linkedResources(
  document: ApiDocument,
  operations: readonly Operation[],
): ReadonlyMap<string, Link> {
  const found = new Map<string, Link>();
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

import type { CompletedExchange } from '../check.ts';
import { isSafe } from '../not-sent.ts';
import type { Meaning } from './meaning.ts';
import { wordsOf } from './words.ts';

/** What a rejection can be for. */
export interface Change {
  /** Where the request differs from one that was accepted: `body`, or the place of a parameter. */
  readonly in: 'body' | 'credentials' | 'path' | 'query' | 'header' | 'cookie';
  /** The name of the field or parameter. Undefined: the whole body. */
  readonly name?: string | undefined;
}

/**
 * Whether nothing but the change explains a rejection of a request that was accepted without it. A name that is taken, a
 * resource that is gone or an expired credential explain one just as well. A server error is reported by itself.
 */
export function isProven(
  meaning: Meaning,
  exchange: CompletedExchange,
  { in: place, name }: Change,
): boolean {
  if (meaning === 'invalid' || meaning === 'error') return true;
  if (meaning === 'limited' || meaning === 'busy') return false;
  if (place === 'credentials') return meaning !== 'conflict';
  if (meaning === 'unauthenticated' || meaning === 'redirect') return false;
  // A request that changes nothing was accepted before, and has no name that could be taken.
  if (isSafe(exchange.request.method)) return true;
  // What is not there is what the path names, and a precondition is in a header (RFC 9110, 13).
  if (place === 'path' && meaning === 'absent') return true;
  if (place === 'header' && preconditions.has(exchange.response.status)) return true;
  return name !== undefined && blames(exchange, name);
}

/** Whether a rejection is about what the server has, in its words, and not about what a value may be. */
export function blamesState(exchange: CompletedExchange): boolean {
  return aboutState.test(wordsOf(exchange) ?? '');
}

const aboutState =
  /\b(taken|unique|duplicate|foreign key|in use|not found|no such|unknown (\w+ )?(name|id)|already|overlap\w*|intersect\w*|conflict\w*|(does not|doesn't|not) exist|available choices?|before|after|earlier|later)\b/i;

const preconditions: ReadonlySet<number> = new Set([412, 428]);

/** Whether the server names one of these fields or parameters when it says what is wrong. */
export function blamesAny(exchange: CompletedExchange, names: readonly string[]): boolean {
  return names.some(
    (name) =>
      name.length > shortestName && (blames(exchange, name) || blames(exchange, wholeOf(name))),
  );
}

/**
 * Whether the server names another of these fields or parameters, and not this one, when it says what is wrong; or says that it is
 * no single field, as Django REST framework does.
 */
export function blamesAnother(
  exchange: CompletedExchange,
  name: string,
  names: readonly string[],
): boolean {
  const others = names.filter((other) => wholeOf(other) !== wholeOf(name));
  return !blamesAny(exchange, [name]) && blamesAny(exchange, [...others, ...noField]);
}

const noField = ['non_field_errors', '__all__'];

/** `orderby.id` and `filter[id]` are parts of something with a name of its own. */
const wholeOf = (name: string) => name.split(/[.[]/)[0] ?? name;

// A short name, such as `to`, is also a word.
const shortestName = 3;

/** Whether the server names a field when it says what is wrong. */
function blames(exchange: CompletedExchange, name: string): boolean {
  const wanted = name.toLowerCase();
  const said = wordsOf(exchange)?.toLowerCase() ?? '';
  return said.split(notInNames).includes(wanted) || pointsAt(exchange.response.json?.value, wanted);
}

const notInNames = /[^\p{L}\p{N}_-]+/u;

/** Whether a value is the name, or a path that ends in it: `{"field": "capacity"}`, `{"pointer": "/capacity"}`, `{"loc": ["body", "capacity"]}`. */
function pointsAt(value: unknown, name: string, depth = 0): boolean {
  if (typeof value === 'string') return value.toLowerCase().split(notInNames).at(-1) === name;
  if (typeof value !== 'object' || value === null || depth > 5) return false;
  return Object.values(value).some((inside) => pointsAt(inside, name, depth + 1));
}

/** A rejection in the words of the server: `409 "the name is taken"`. */
export function describeRejection(status: number, exchange: CompletedExchange): string {
  const said = wordsOf(exchange);
  return said === undefined ? `${status}` : `${status} "${said}"`;
}

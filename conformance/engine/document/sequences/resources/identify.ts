import { withTexts } from '../../../bounded/digits.ts';
import type { CompletedExchange } from '../../../check.ts';
import { readSent } from '../../../http/read-json.ts';
import { headerOf } from '../../../http/request.ts';
import { patternOf } from '../../model/match-path.ts';
import type { Operation } from '../../model/operation.ts';
import { decodePercent, isJsonObject, type JsonObject, valueAt } from '../../model/pointer.ts';
import { namedValues } from '../../named-values.ts';
import type { Validator } from '../../schema/validator.ts';
import { sameValue } from '../compare.ts';
import type { Resource } from './find-resources.ts';
import { type Identity, idFields, parameterNames, plainName, translate } from './names.ts';

/** What the response to `create` says about where the resource is. Undefined when it does not say. */
export function identify(
  resource: Resource,
  exchange: CompletedExchange,
  { prefix, validator }: { readonly prefix: string; readonly validator: Validator },
): Identity | undefined {
  const { path, create, expressions } = resource;
  const names = parameterNames(path);
  const last = names.at(-1) ?? '';
  const given = matchPath(create.path, targetPath(exchange.request.target, prefix)) ?? {};
  const located = locationOf(exchange, path, prefix);
  const evaluated = Object.entries(expressions).map(([name, expression]): [string, unknown] => {
    const isLocation = /^\{?\$response\.header\.location\b/i.test(String(expression));
    const value = evaluateExpression(expression, { exchange, pathParameters: given });
    return [name, isLocation ? (located?.[name] ?? value) : value];
  });
  const identity: Record<string, unknown> = {
    ...translate(given, create.path, path),
    ...(exchange.response.status === 201 ? located : {}),
    ...Object.fromEntries(evaluated.filter(([, value]) => isIdValue(value))),
  };
  if (identity[last] === undefined) {
    const body = withTexts(exchange.response.json?.value);
    const field = showsInList(exchange.request, body)
      ? undefined
      : idInBody(resource, body, validator);
    identity[last] = field ?? located?.[last];
  }
  return names.every((name) => isIdValue(identity[name])) ? identity : undefined;
}

function isIdValue(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
}

function targetPath(target: string, prefix: string): string {
  const path = target.replace(/[?#].*$/s, '');
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** The identity in `Location`, when it leads to this path. */
export function locationOf({ request, response }: CompletedExchange, path: string, prefix: string) {
  const location = response.header('location');
  const base = new URL(request.target, 'http://server');
  if (location === undefined || !URL.canParse(location, base.href)) return undefined;
  const { pathname } = new URL(location, base);
  return matchPath(path, targetPath(pathname, prefix)) ?? matchPath(path, pathname);
}

export function matchPath(template: string, path: string): Record<string, string> | undefined {
  if (!patternOf(template).test(path)) return undefined;
  const capturing = new RegExp(patternOf(template).source.replaceAll('[^/]+', '([^/]+)'));
  const values = capturing.exec(path)?.slice(1) ?? [];
  const decoded = values.map((value) => decodePercent(value) ?? value);
  return Object.fromEntries(parameterNames(template).map((name, at) => [name, decoded[at] ?? '']));
}

// A body that shows what was sent in a list only, as a cart shows its items, has the id of something else.
function showsInList({ body }: CompletedExchange['request'], shown: unknown): boolean {
  const sent = new Map(namedValues(withoutLists(readSent(body)?.value)));
  const isSent = ([name, value]: readonly [string, unknown]) =>
    sent.has(name) && sameValue(sent.get(name), value);
  const outside = namedValues(withoutLists(shown)).map(([name]) => name);
  return (
    isJsonObject(shown) &&
    namedValues(shown).some(isSent) &&
    !outside.some((name) => sent.has(name))
  );
}

function withoutLists(root: unknown): unknown {
  if (!isJsonObject(root)) return undefined;
  const others = Object.entries(root).filter(([, value]) => !Array.isArray(value));
  return Object.fromEntries(
    others.map(([name, value]) => [name, isJsonObject(value) ? withoutLists(value) : value]),
  );
}

// The id is in the body itself, or in the only object of it that has one: `{"data": {"id": 7}}`.
function idInBody({ path, read }: Resource, body: unknown, validator: Validator): unknown {
  if (!isJsonObject(body)) return undefined;
  const fits = (value: unknown) => isIdValue(value) && fitsParameter(read, path, value, validator);
  const own = idOf(body, path, fits);
  if (own !== undefined) return own;
  const inside = Object.values(body)
    .filter(isJsonObject)
    .map((part) => idOf(part, path, fits))
    .filter((id) => id !== undefined);
  return inside.length === 1 ? inside[0] : undefined;
}

function idOf(part: JsonObject, path: string, fits: (value: unknown) => boolean): unknown {
  for (const wanted of idFields(path)) {
    const entry = Object.entries(part).find(
      ([name, value]) => plainName(name) === wanted && fits(value),
    );
    if (entry !== undefined) return entry[1];
  }
  return undefined;
}

// A database may have two ids. The one for the path is the one that the parameter's schema allows.
function fitsParameter(
  operation: Operation,
  path: string,
  value: unknown,
  validator: Validator,
): boolean {
  const name = parameterNames(path).at(-1);
  const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
  if (schema === undefined) return true;
  return [value, String(value), Number(value)].some(
    (one) => validator.check(schema, one).valid !== false,
  );
}

interface Evaluated {
  readonly exchange: CompletedExchange;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The value of a constant, of a runtime expression, or of a text with expressions in braces (OpenAPI 3.1, 4.8.20.4). */
function evaluateExpression(expression: unknown, evaluated: Evaluated): unknown {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return evaluate(expression, evaluated);
  const parts = expression.split(/\{(\$[^}]*)\}/).map((part, at) => {
    const value = at % 2 === 0 ? part : evaluate(part, evaluated);
    return value === undefined || value === null || typeof value === 'object'
      ? undefined
      : String(value);
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

function evaluate(expression: string, { exchange, pathParameters }: Evaluated): unknown {
  const { request, response } = exchange;
  if (expression === '$url') return request.target;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return response.status;
  const [, side, source, name = ''] =
    /^\$(request|response)\.(header|query|path|body)(?:[.#](.*))?$/s.exec(expression) ?? [];
  if (side === undefined) return undefined;
  if (source === 'body')
    return withTexts(
      valueAt((side === 'request' ? readSent(request.body) : response.json)?.value, name),
    );
  if (source === 'header')
    return side === 'request' ? headerOf(request.headers, name) : response.header(name);
  if (side === 'response') return undefined;
  if (source === 'path')
    return Object.hasOwn(pathParameters, name) ? pathParameters[name] : undefined;
  return new URLSearchParams(request.target.replace(/^[^?]*\??/, '')).get(name) ?? undefined;
}

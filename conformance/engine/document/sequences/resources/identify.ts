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
import { creatorsOf, type Resource } from './find-resources.ts';
import {
  type Identity,
  idFields,
  isIdField,
  keyFields,
  parameterNames,
  plainName,
} from './names.ts';

export interface Means {
  readonly prefix: string;
  readonly validator: Validator;
}

/** What a response says about where the resources are that its request created: one, or all of a list that was sent. */
export function identifyAll(
  resource: Resource,
  exchange: CompletedExchange,
  means: Means,
): Identified[] {
  const identity = identify(resource, exchange, means);
  if (identity !== undefined) return [{ identity, sent: readSent(exchange.request.body)?.value }];
  const sent = listIn(readSent(exchange.request.body)?.value);
  const shown = listIn(withTexts(exchange.response.json?.value));
  if (sent === undefined || shown === undefined) return [];
  const around = identityAround(resource, exchange, means.prefix);
  return shown.flatMap((item, at) => {
    const own = identityIn(resource, item, means.validator);
    const found = own && { ...around, ...own };
    return found && isWhole(resource, found) ? [{ identity: found, sent: sent[at] }] : [];
  });
}

export interface Identified {
  readonly identity: Identity;
  /** What was sent to create it. */
  readonly sent: unknown;
  /** The item of a list that shows it, where the response does not. */
  readonly shown?: JsonObject;
}

/** The objects of a list that is the body itself, or its only field. */
function listIn(body: unknown): JsonObject[] | undefined {
  const [first, ...others] = isJsonObject(body) ? Object.values(body) : [body];
  return others.length === 0 &&
    Array.isArray(first) &&
    first.length > 0 &&
    first.every(isJsonObject)
    ? first
    : undefined;
}

/** What the response to a creation says about where the resource is. Undefined when it does not say. */
export function identify(
  resource: Resource,
  exchange: CompletedExchange,
  { prefix, validator }: Means,
): Identity | undefined {
  const { path, create, expressions } = resource;
  const last = parameterNames(path).at(-1) ?? '';
  const given = matchPath(create.path, targetPath(exchange.request.target, prefix)) ?? {};
  const located = locationOf(exchange, path, prefix);
  const evaluated = Object.entries(expressions).map(([name, expression]): [string, unknown] => {
    const isLocation = /^\{?\$response\.header\.location\b/i.test(String(expression));
    const value = evaluateExpression(expression, { exchange, pathParameters: given });
    return [name, isLocation ? (located?.[name] ?? value) : value];
  });
  const known: Identity = {
    ...identityAround(resource, exchange, prefix),
    ...(exchange.response.status === 201 ? located : {}),
    ...Object.fromEntries(evaluated.filter(([, value]) => isIdValue(value))),
  };
  const body = withTexts(exchange.response.json?.value);
  const isAbout = known[last] === undefined && !showsInList(resource.path, exchange.request, body);
  const found = isAbout ? idsOfOne(resource, exchange, body, validator) : undefined;
  const identity = { ...located, ...found, ...known };
  return isWhole(resource, identity) ? identity : undefined;
}

/** The parameters that the path of the creation shares with that of the resource. */
export function identityAround(
  resource: Resource,
  { request }: Pick<CompletedExchange, 'request'>,
  prefix: string,
): Identity {
  const { path, inherited, create } = resource;
  const target = targetPath(request.target, prefix);
  const creator =
    creatorsOf(resource).find(({ id }) => id === request.settings.operation)?.path ?? create.path;
  const given = Object.values(matchPath(creator, target) ?? {});
  const names = parameterNames(path).slice(0, inherited);
  return Object.fromEntries(names.map((name, at) => [name, given[at]]));
}

export function isWhole({ path }: Resource, identity: Identity): boolean {
  return parameterNames(path).every((name) => isIdValue(identity[name]));
}

/** The ids in the only object of a response, or in what was sent, when the response shows nothing. */
function idsOfOne(
  resource: Resource,
  { request, response }: CompletedExchange,
  body: unknown,
  validator: Validator,
): Identity | undefined {
  const [only, ...others] = Array.isArray(body) ? body : [body];
  const shown = others.length === 0 && only !== undefined ? only : undefined;
  if (shown !== undefined) return identityIn(resource, shown, validator);
  const isEmpty = response.body.length === 0;
  return isEmpty ? identityIn(resource, readSent(request.body)?.value, validator) : undefined;
}

function isIdValue(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
}

export function targetPath(target: string, prefix: string): string {
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

/**
 * Whether a body shows what was sent in a list only, as a cart shows its items, so that it has the id of something else. An id of
 * its own says nothing, although a request may have sent one.
 */
function showsInList(
  path: string,
  { body }: CompletedExchange['request'],
  shown: unknown,
): boolean {
  const sent = new Map(namedValues(withoutLists(readSent(body)?.value)));
  const isSent = ([name, value]: readonly [string, unknown]) =>
    sent.has(name) && sameValue(sent.get(name), value);
  const outside = namedValues(withoutLists(shown))
    .map(([name]) => name)
    .filter((name) => !isIdField(path, name));
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

/** The parameters of the path that a body shows: its own ids, or those of the only object in it that has them. */
export function identityIn(
  resource: Resource,
  body: unknown,
  validator: Validator,
): Identity | undefined {
  if (!isJsonObject(body)) return undefined;
  const { path, inherited } = resource;
  const names = parameterNames(path).slice(inherited);
  const found = names.flatMap((name): [string, unknown][] => {
    const id = idInBody(resource, name, body, validator);
    return id === undefined ? [] : [[name, id]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

// The id is in the body itself, or in the only object of it that has one: `{"data": {"id": 7}}`.
function idInBody(
  { path, one, key }: Resource,
  name: string,
  body: JsonObject,
  validator: Validator,
): unknown {
  const fits = (value: unknown) => isIdValue(value) && fitsParameter(one, name, value, validator);
  const isLast = parameterNames(path).at(-1) === name;
  const fields = isLast ? idFields(path) : [plainName(name)];
  const inside = Object.values(body).filter(isJsonObject);
  const own = idOf(body, fields, fits);
  if (own !== undefined) return own;
  const found = inside.map((part) => idOf(part, fields, fits)).filter((id) => id !== undefined);
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  if (!isLast) return undefined;
  const isKey = (value: unknown) => typeof value === 'string' && fits(value);
  const keys = key === undefined ? [] : [plainName(key)];
  const named = [body, ...inside].map((part) => idOf(part, keys, isKey));
  return idOf(body, keyFields(path), isKey) ?? named.find((one) => one !== undefined);
}

function idOf(
  part: JsonObject,
  fields: readonly string[],
  fits: (value: unknown) => boolean,
): unknown {
  for (const wanted of fields) {
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
  name: string,
  value: unknown,
  validator: Validator,
): boolean {
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

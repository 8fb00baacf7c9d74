import type { CompletedExchange } from '../../../check.ts';
import type { Request } from '../../../http/request.ts';
import {
  cursorIn,
  isCountOfPage,
  itemsIn,
  moreIn,
  nextLinkIn,
  saysMore,
  totalIn,
} from '../../../judge/lists.ts';
import type { DocumentModel } from '../../document-model.ts';
import { pathOf } from '../../model/match-path.ts';
import type { Operation } from '../../model/operation.ts';
import { type ParameterRole, parameterRoles } from '../../model/parameter-roles.ts';
import type { JsonObject } from '../../model/pointer.ts';
import { queryOf } from '../../named-values.ts';
import { parameterKey } from '../../values/request-values.ts';

/** The pages of a list, as far as they were read. */
export interface FollowedList {
  readonly exchanges: readonly CompletedExchange[];
  readonly items: readonly JsonObject[];
  /** Whether the server has nothing more, as far as can be known. */
  readonly isComplete: boolean;
}

interface Means {
  readonly model: DocumentModel;
  /** Sends a request of the list, with credentials. */
  readonly send: (request: Request) => Promise<CompletedExchange>;
  /** Whether it has read enough. */
  readonly until?: (items: readonly JsonObject[]) => boolean;
  remaining(): number;
}

// A shared server may have many records. A run has to create its own in time.
const mostPages = 30;
const mostItems = 100;
const mostMs = 3_000;

/** Reads a list to its end: by the links of the responses, their cursors, or parameters for a page or an offset. */
export async function followList(
  operation: Operation,
  first: Request,
  { model, send, until = () => false, remaining }: Means,
): Promise<FollowedList> {
  const end = remaining() - mostMs;
  const roles = parameterRoles(operation.parameters, model.requests, {});
  const exchanges: CompletedExchange[] = [];
  const items: JsonObject[] = [];
  const seen = new Set<string>();
  let request: Request | undefined = withLargestPage(operation, roles, first, model);
  while (request !== undefined) {
    const exchange = await send(request);
    const isList = model.isSuccess(exchange) && exchange.response.unjudged === undefined;
    if (isList || exchanges.length === 0) exchanges.push(exchange);
    if (!isList) break;
    const page = itemsIn(exchange);
    // A server that ignores the parameter shows the same page again. A short one may be the last, with an item of the page before.
    const isShort = page.length > 0 && page.length < itemsIn(exchanges[0] ?? exchange).length;
    const isNew = isShort || page.some((item) => !seen.has(keyOf(item)));
    for (const item of page) seen.add(keyOf(item));
    if (isNew) items.push(...page);
    if (until(items)) return { exchanges, items, isComplete: false };
    // Where nobody says whether the first page is 0 or 1, page 1 may be the first one again.
    const isAgain: boolean = exchanges.length === 2 && pageIn(roles, request) === 1;
    const isOver: boolean =
      (!isNew && !isAgain) ||
      !maybeMore(exchange, page.length, items.length, sizeIn(roles, request));
    const next: Request | undefined = isOver
      ? undefined
      : nextRequest(roles, request, exchange, page.length);
    if (isOver || next === undefined) {
      const isCut = saysMore(exchange, items.length);
      return { exchanges, items, isComplete: isOver && !isCut };
    }
    if (exchanges.length >= mostPages || remaining() < end) break;
    request = next;
  }
  return { exchanges, items, isComplete: false };
}

/** The id of an item, which stays when the server changes other fields; without an id, all of its fields. */
function keyOf(item: JsonObject): string {
  const id = Object.entries(item).find(([name]) => /^_?(id|uuid|guid|key|slug)$/i.test(name));
  return JSON.stringify(id?.[1] ?? item);
}

/**
 * Whether there may be another page. One that says nothing about it has as many items as were requested, or a number of them that
 * people choose for a page.
 */
function maybeMore(
  exchange: CompletedExchange,
  shown: number,
  read: number,
  size: number | undefined,
): boolean {
  const total = totalIn(exchange);
  if (nextLinkIn(exchange) !== undefined || moreIn(exchange)?.value === true) return true;
  if (moreIn(exchange)?.value === false) return false;
  if (total !== undefined && !isCountOfPage(total)) return total.value > read;
  if (cursorIn(exchange) !== undefined || (size !== undefined && shown >= size)) return true;
  return shown >= 5 && shown % 5 === 0;
}

/** The request with the largest page that the document allows, if it must name a size and the profile gives none. */
function withLargestPage(
  operation: Operation,
  roles: readonly ParameterRole[],
  request: Request,
  model: DocumentModel,
): Request {
  const role = roleOf(roles, 'size');
  const largest = role?.schema.maximum;
  if (role === undefined || typeof largest !== 'number' || sizeIn(roles, request) === undefined)
    return request;
  if (Object.hasOwn(model.given(operation).parameters, parameterKey(role.parameter)))
    return request;
  const query = queryOf(request.target);
  query.set(role.parameter.name, String(Math.min(largest, mostItems)));
  return { ...request, target: `${pathOf(request.target)}?${query}` };
}

/** How many items a request wants at most, if it says so. */
function sizeIn(roles: readonly ParameterRole[], { target }: Request): number | undefined {
  const role = roleOf(roles, 'size');
  const given = role && queryOf(target).get(role.parameter.name);
  return given ? Number(given) : undefined;
}

function nextRequest(
  roles: readonly ParameterRole[],
  request: Request,
  exchange: CompletedExchange,
  shown: number,
): Request | undefined {
  const path = pathOf(request.target);
  const link = nextLinkIn(exchange);
  // A link to elsewhere is not followed: the request carries credentials.
  if (link !== undefined)
    return pathOf(link) === pathOf(exchange.request.target)
      ? { ...request, target: path + link.slice(pathOf(link).length) }
      : undefined;
  const query = queryOf(request.target);
  const withValue = ({ parameter }: ParameterRole, value: string | number): Request => {
    query.set(parameter.name, String(value));
    return { ...request, target: `${path}?${query}` };
  };
  const cursor = cursorIn(exchange);
  const byCursor = roleOf(roles, 'cursor');
  if (byCursor !== undefined) return cursor === undefined ? undefined : withValue(byCursor, cursor);
  const byPage = roleOf(roles, 'page');
  if (byPage !== undefined) return withValue(byPage, (pageIn(roles, request) ?? 0) + 1);
  const byOffset = roleOf(roles, 'offset');
  return byOffset && withValue(byOffset, Number(query.get(byOffset.parameter.name) ?? 0) + shown);
}

function roleOf(roles: readonly ParameterRole[], kind: ParameterRole['kind']) {
  return roles.find((role) => role.kind === kind);
}

/** The number of the page that a request reads, or else of the first one. Undefined when nothing says it. */
function pageIn(roles: readonly ParameterRole[], { target }: Request): number | undefined {
  const role = roleOf(roles, 'page');
  if (role === undefined) return undefined;
  const { default: given, minimum } = role.schema;
  const values = [queryOf(target).get(role.parameter.name) ?? undefined, given, minimum];
  const found = values.find((one) => one !== undefined && Number.isInteger(Number(one)));
  return found === undefined ? undefined : Number(found);
}

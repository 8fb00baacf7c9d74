import type { CompletedExchange } from '../../check.ts';
import { NotSent } from '../../not-sent.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentContext, lacksCredentials, requireCredentials } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { buildRequest } from '../values/build-request.ts';
import { withPathIds } from '../values/path-ids.ts';
import { candidateRequests, merge, type RequestValues } from '../values/request-values.ts';
import { placeOf, requestOn, withOwnId } from './request-on.ts';
import type { Resource } from './resources/find-resources.ts';
import { type Identity, isSameIdentity, parameterNames } from './resources/names.ts';
import { otherValue } from './updates.ts';

export type Authorise = DocumentContext['authorised'];

export interface Created {
  readonly identity: Identity;
  readonly body: unknown;
  readonly exchange: CompletedExchange;
}

export interface NotCreated {
  readonly reason: string;
  /** Of the last request, when the server rejected every one. Undefined: it creates, but in a way that cannot be followed. */
  readonly rejected?: number | undefined;
}

/** Skips the check when the server accepts no request for it, or keeps nothing, as a mock does. */
export async function createResource(
  context: DocumentContext,
  resource: Resource,
): Promise<Created> {
  const { create } = resource;
  await requireCredentials(context, create);
  const parent = await parentOf(context, resource);
  const created = await tryCreate(context, resource, { parent });
  if ('reason' in created) {
    return created.rejected === undefined
      ? nothingToJudge(created.reason)
      : skipCheck(created.reason);
  }
  const { keepsState } = context.created;
  const known =
    keepsState.get(resource.path) ?? (await findState(context, resource, parent, created));
  keepsState.set(resource.path, known);
  if (!known)
    nothingToJudge(`the server keeps no state: ${create.id} always returns the same resource`);
  return created;
}

interface CreateOptions {
  readonly parent?: Identity | undefined;
  readonly freshFirst?: boolean;
  readonly authorise?: Authorise;
  readonly bodies?: readonly unknown[];
}

export async function tryCreate(
  context: DocumentContext,
  resource: Resource,
  { authorise = context.authorised, ...options }: CreateOptions = {},
): Promise<Created | NotCreated> {
  const { create } = resource;
  const { created } = context;
  const round = created.round();
  const statuses: (number | string)[] = [];
  for (const given of await attempts(context, resource, options)) {
    const filled = await context.references.refresh(create, given);
    const values = withOwnId(context.model, create, withPathIds(create, filled));
    const request = await authorise(create, buildRequest(create, values));
    const exchange = await context.call(request).catch((error) => {
      if (!(error instanceof NotSent)) throw error;
    });
    if (!exchange) {
      statuses.push('not sent');
      continue;
    }
    const status = context.model.status(exchange);
    statuses.push(status);
    if (status === 401) break;
    if (context.model.meaning(exchange) === 'conflict') context.names.collides(create);
    if (!context.model.isSuccess(exchange)) continue;
    if (create.method === 'PUT' && status !== 201)
      return { reason: `${create.id} returned ${status}, not 201` };
    const identity =
      status === 202
        ? await created.finish(resource, exchange)
        : (created.identityOf(resource, exchange) ?? (await created.find(resource, exchange)));
    if (status === 202 && identity === undefined)
      return { reason: `${create.id} creates later (202)` };
    // Where both are documented, 200 says that it was there before, unless the server returns it for what is new.
    const mayBeFound = status === 200 && documents(create, '201') && documents(create, '200');
    const place = identity && placeOf(context.model, resource, identity);
    if (mayBeFound && !(place && (await created.isNew(place)))) continue;
    if (identity === undefined)
      return {
        reason: `the response to ${create.id} does not say which ${resource.path} was created`,
      };
    return { identity, body: values.body, exchange };
  }
  if (statuses.includes(409) && created.renew(round))
    return tryCreate(context, resource, { authorise, ...options });
  const reason = `the server accepted no request of ${create.id} (${statuses.join(', ')})`;
  return { reason, rejected: statuses.findLast((status) => typeof status === 'number') ?? 0 };
}

const documents = ({ responses }: Operation, wanted: string) =>
  responses.some(({ status }) => status === wanted);

/** Whether an operation that creates may find, or replace, what others have, by a name that is not new. */
export const mayFind = (create: Operation) => !documents(create, '201') || documents(create, '200');

async function attempts(
  context: DocumentContext,
  { path, create }: Resource,
  { parent, freshFirst, bodies }: CreateOptions,
): Promise<RequestValues[]> {
  const isFreshFirst = freshFirst ?? (mayFind(create) || context.names.isColliding(create));
  const { options } = context.model;
  const declared = candidateRequests(create, context.model).map(({ values }) => values);
  const known = await options.accepted?.(create, context);
  const learned = known === undefined ? await acceptedValues(context, create) : undefined;
  const [first] = declared;
  const candidates =
    known && first ? [merge(first, known), ...declared] : learned ? [learned] : declared;
  const names = parameterNames(create.path);
  // The parameters of both paths are in the same order, whatever their names.
  const inParent = Object.values(parent ?? {}).map(
    (value, at) => [`path ${names[at]}`, value] as const,
  );
  const places = inParent.length === 0 ? [{}] : [Object.fromEntries(inParent), {}];
  return candidates.slice(0, bodies === undefined ? 2 : 1).flatMap((values) =>
    places.flatMap((place) => {
      const token = context.created.token(path);
      const own = create.method === 'PUT' ? freshParameter(context, create, token) : {};
      const plain = merge(values, { parameters: { ...place, ...own } });
      if (bodies !== undefined) return bodies.map((body) => ({ ...plain, body }));
      const body = context.names.renew(create, values.body, token);
      if (JSON.stringify(body) === JSON.stringify(values.body)) return [plain];
      const fresh = { ...plain, body };
      return isFreshFirst ? [fresh, plain] : [plain, fresh];
    }),
  );
}

/** The values of the first request of the operation that the server accepted. */
async function acceptedValues(
  context: DocumentContext,
  create: Operation,
): Promise<RequestValues | undefined> {
  if (await lacksCredentials(context, create)) return undefined;
  try {
    const { accepted, candidate } = await context.baseline(create);
    return accepted ? candidate.values : undefined;
  } catch (error) {
    if (error instanceof NotSent) return undefined;
    throw error;
  }
}

// The client of a `PUT` that creates chooses the id.
function freshParameter(
  { model }: DocumentContext,
  { path, parameters }: Resource['create'],
  token: string,
) {
  const last = parameters.find(
    (one) => one.in === 'path' && one.name === parameterNames(path).at(-1),
  );
  if (last === undefined) return {};
  const schema = last.schema === undefined ? undefined : model.requests.schemaAt(last.schema);
  const described = typeof schema === 'object' ? schema : {};
  const isNumber = described.type === 'integer' || described.type === 'number';
  const value = isNumber ? Number.parseInt(token.slice(1), 16) % 1_000_000_000 : token;
  return { [`path ${last.name}`]: isNumber ? value : (otherValue(described, '', token) ?? token) };
}

/** A new resource for this one to be created in. Undefined: use the document's examples. */
export async function parentOf(
  context: DocumentContext,
  { parent }: Resource,
): Promise<Identity | undefined> {
  if (parent === undefined || (await lacksCredentials(context, parent.create))) return undefined;
  const created = await tryCreate(context, parent, { parent: await parentOf(context, parent) });
  return 'reason' in created ? undefined : created.identity;
}

async function findState(
  context: DocumentContext,
  resource: Resource,
  parent: Identity | undefined,
  { identity }: Created,
): Promise<boolean> {
  const { create, read } = resource;
  if (create.method !== 'PUT' || read === undefined) {
    const second = await tryCreate(context, resource, { parent, freshFirst: true });
    return 'reason' in second || !isSameIdentity(second.identity, identity);
  }
  const last = parameterNames(resource.path).at(-1) ?? '';
  const token = context.created.token(resource.path);
  const absent = { ...identity, [last]: Object.values(freshParameter(context, create, token))[0] };
  const exchange = await context.call(
    await context.authorised(read, requestOn(context.model, read, absent)),
  );
  return !context.model.isSuccess(exchange);
}

import type { CheckContext } from '../check.ts';
import { type Header, parseBaseUrl, type RawRequest, type Request } from '../http/request.ts';
import { OutOfTime, RunStopped } from '../outcome.ts';
import { createCredentials } from './credentials.ts';
import { type Baseline, type DocumentContext, lacksCredentials } from './document-context.ts';
import type { DocumentModel } from './document-model.ts';
import { rememberIssued } from './issued-secrets.ts';
import { createBulkDeletions, listOfId } from './knowledge/bulk-deletions.ts';
import { findAccepted } from './knowledge/find-accepted.ts';
import { withBulkKeys, withKeyField } from './knowledge/key-field.ts';
import { createNewNames } from './knowledge/new-names.ts';
import { createReferences } from './knowledge/references.ts';
import { createOperationMatcher } from './model/match-path.ts';
import type { Operation } from './model/operation.ts';
import { fieldsOf, isJsonObject } from './model/pointer.ts';
import { createRenewals } from './renew-values.ts';
import { mayFind, parentOf, tryCreate } from './sequences/create-resource.ts';
import { placeOf, withOwnId } from './sequences/request-on.ts';
import { creatorsOf, type Resource } from './sequences/resources/find-resources.ts';
import { type Identity, translate } from './sequences/resources/names.ts';
import { trackCreated } from './sequences/resources/track-created.ts';
import { otherValue } from './sequences/updates.ts';
import { buildRequest } from './values/build-request.ts';
import { withPathIds } from './values/path-ids.ts';
import {
  type Candidate,
  candidateRequests,
  createGivenValues,
  merge,
  parameterKey,
  type RequestValues,
  withRequiredOnly,
} from './values/request-values.ts';
import { createWritePolicy } from './write-policy.ts';

export function createDocumentContext(
  base: CheckContext,
  suiteModel: DocumentModel,
): DocumentContext {
  const model: DocumentModel = {
    ...suiteModel,
    given: createGivenValues(base.profile, (about) => created.token(about)),
  };
  const { operations, options } = model;
  const baselines = new Map<string, Promise<Baseline>>();
  const freshValues = new Map<string, Promise<Partial<RequestValues> | undefined>>();
  const { credentials, authorised, forgetCredentials, ...users } = createCredentials(base, model);
  base.target.listen((exchange) => rememberIssued(base.secrets, exchange));
  const created = trackCreated(base, model, authorised);
  const bulkDeletions = createBulkDeletions(() => context, model);
  const permit = createWritePolicy(
    base,
    model,
    created,
    authorised,
    (...named) => references.leadsToOwn(...named),
    bulkDeletions.mayDelete,
  );
  const ownIds = createOwnIds(model);
  /** Those of a resource that this run created: in the path, or in the body of what deletes several. */
  const ownValues = async (operation: Operation) => {
    const several = await bulkDeletions.resourceOf(operation);
    if (several !== undefined) {
      const identity = await ownIds(context, operation, several);
      return identity && { parameters: {}, ...listOfId(several, identity) };
    }
    const resource = resourceOf(model, operation);
    const identity = resource && (await ownIds(context, operation, resource));
    if (resource === undefined || identity === undefined) return undefined;
    const values = Object.entries(translate(identity, resource.path, operation.path));
    return {
      parameters: Object.fromEntries(values.map(([name, value]) => [`path ${name}`, value])),
    };
  };

  const accepted = async (operation: Operation) => {
    const known = await options.accepted?.(operation, base);
    if (known !== undefined) return known;
    const own = await ownValues(operation);
    // A value of the profile wins over the id of a new resource.
    return (
      own && { ...own, parameters: { ...own.parameters, ...model.given(operation).parameters } }
    );
  };
  const fresh = (operation: Operation, values: RequestValues): Candidate => ({
    name: 'new names',
    declared: false,
    isFresh: true,
    plain: values,
    values: withFreshNames(context, operation, values),
  });
  const findBaseline = async (operation: Operation): Promise<Baseline> => {
    const known = await accepted(operation);
    return findAccepted(context, operation, {
      candidates: candidatesFor(operation, known),
      owned: new Set(Object.keys(known?.parameters ?? {})),
      fresh: (values) => fresh(operation, values),
      send: async (values) =>
        users.sendAuthorised(operation, buildRequest(operation, values), call),
    });
  };
  const candidatesFor = (
    operation: Operation,
    known: Partial<RequestValues> | undefined,
  ): Candidate[] => {
    const all = candidateRequests(operation, model).slice(0, 4);
    const given = model.given(operation);
    const least = all.map((candidate) =>
      withBulkKeys(
        model,
        operation,
        withKeyField(model, operation, withRequiredOnly(operation, candidate, given)),
      ),
    );
    const declared = [...least, ...all.filter((candidate) => !least.includes(candidate))];
    const [start] = declared;
    if (start === undefined) return [];
    if (known !== undefined)
      declared.unshift({ name: 'fixture', declared: false, values: merge(start.values, known) });
    const isCreation = model.resources.some(
      (one) => operation.method === 'POST' && creatorsOf(one).includes(operation),
    );
    // The names and ids of the document may be another's.
    if (isCreation && mayFind(operation)) return [fresh(operation, start.values), ...declared];
    if (operation.method !== 'POST') return declared;
    const renewed = fresh(operation, start.values);
    const body = isJsonObject(renewed.values.body) ? renewed.values.body : {};
    const isNew = Object.values(body).some(created.isInvented);
    return isNew ? [renewed, ...declared] : declared;
  };

  const withNewKey = createNewKeys(model, () => created.token(`key ${base.clock.now()}`));
  const call: CheckContext['call'] = async (given) => {
    await permit(given);
    await created.prepare(given);
    const request = withNewKey(given);
    const exchange = await base.call(request).catch((error) => {
      const isInterrupted = error instanceof RunStopped || error instanceof OutOfTime;
      if (isInterrupted && !('bytes' in request)) created.interrupted(request);
      throw error;
    });
    // An accepted request may use up the values.
    if (model.isSuccess(exchange)) freshValues.delete(request.settings?.operation ?? '');
    return exchange;
  };
  const renewals = createRenewals(
    () => context,
    model,
    async (operation, values) =>
      call(
        await authorised(operation, buildRequest(operation, withOwnId(model, operation, values))),
      ),
  );
  const references = createReferences(
    () => context,
    model,
    (operation) => resourceOf(model, operation),
  );
  const context: DocumentContext = {
    ...base,
    target: {
      ...base.target,
      send: async (request) => {
        await permit(request);
        await created.prepare(request);
        return base.target.send(withNewKey(request));
      },
    },
    model,
    matches: createOperationMatcher(operations, parseBaseUrl(base.target.baseUrl).prefix),
    baseline: (operation) => {
      const found = baselines.get(operation.id) ?? findBaseline(operation);
      baselines.set(operation.id, found);
      // A request that was rate-limited now may be accepted later.
      found.catch(() => baselines.delete(operation.id));
      return found;
    },
    credentials,
    otherCredentials: users.otherCredentials,
    needsAll: users.needsAll,
    forget: ({ id }) => {
      forgetCredentials(id);
      freshValues.delete(id);
    },
    authorised,
    created,
    references: {
      ...references,
      refresh: async (operation, values) => {
        await created.look();
        return references.refresh(operation, values);
      },
    },
    names: createNewNames(model),
    learned: new Map(),
    call,
    values: async (operation) => {
      const { candidate } = await context.baseline(operation);
      const known = freshValues.get(operation.id) ?? accepted(operation);
      freshValues.set(operation.id, known);
      known.catch(() => freshValues.delete(operation.id));
      return withPathIds(operation, merge(candidate.values, (await known) ?? {}));
    },
    repetition: renewals.repetition,
    request: async (operation, changes = {}, isRepeated = false) => {
      if (isRepeated) context.forget(operation);
      const values = merge(await context.values(operation), changes);
      const renewed = await renewals.renew(operation, values, isRepeated);
      const filled = await context.references.refresh(operation, renewed);
      const { candidate } = await context.baseline(operation);
      const placed = withPathIds(operation, filled, candidate.values.body);
      return authorised(operation, buildRequest(operation, withOwnId(model, operation, placed)));
    },
  };
  return context;
}

/**
 * Gives a request another `Idempotency-Key` than that of the document: for one that was used, also by an earlier run, a server
 * returns what it returned then, or an error. One of the profile, and one that is not valid, stays.
 */
function createNewKeys(model: DocumentModel, token: () => string) {
  return <Given extends Request | RawRequest>(request: Given): Given => {
    const operation = model.operations.find(({ id }) => id === request.settings?.operation);
    const parameter = operation?.parameters.find(
      ({ in: place, name }) => place === 'header' && /^idempotency-key$/i.test(name),
    );
    if (!operation || !parameter || 'bytes' in request) return request;
    const key = parameterKey(parameter);
    if (Object.hasOwn(model.given(operation).parameters, key)) return request;
    const known = candidateRequests(operation, model).map(({ values }) => values.parameters[key]);
    const schema = parameter.schema === undefined ? {} : model.requests.schemaAt(parameter.schema);
    const headers = request.headers?.map(([name, value]): Header => {
      const isKnown = name === parameter.name && known.includes(value);
      return [
        name,
        isKnown ? String(otherValue(fieldsOf(schema), value, token()) ?? value) : value,
      ];
    });
    return { ...request, ...(headers && { headers }) };
  };
}

/** The ids of a resource that this run created, one for each operation, and a new one when that is deleted. */
function createOwnIds(model: DocumentModel) {
  const own = new Map<string, Identity>();
  const impossible = new Set<Resource>();
  return async (
    context: DocumentContext,
    operation: Operation,
    resource: Resource,
  ): Promise<Identity | undefined> => {
    if (impossible.has(resource)) return undefined;
    if (!context.references.mayWaitFor(operation, resource)) return undefined;
    const known = own.get(operation.id);
    const isThere = known && context.created.exists(placeOf(model, resource, known));
    const identity = isThere ? known : await create(context, resource);
    if (identity === undefined) impossible.add(resource);
    else own.set(operation.id, identity);
    return identity;
  };
}

/** The values with new names in the body, for a server that has those of the document already. */
function withFreshNames(
  { created, model, names }: DocumentContext,
  operation: Operation,
  values: RequestValues,
) {
  const token = created.token(operation.id);
  const body = names.renew(operation, values.body, token);
  if (!isJsonObject(body)) return { ...values, body };
  // A value of the profile stays.
  const given = Object.entries(model.given(operation).fields).filter(([name]) =>
    Object.hasOwn(body, name),
  );
  return { ...values, body: { ...body, ...Object.fromEntries(given) } };
}

/** The innermost resource whose path the operation's path begins with. */
function resourceOf({ resources }: DocumentModel, operation: Operation): Resource | undefined {
  const shape = (path: string) => `${path.replace(/\{[^{}/]+\}/g, '{}').replace(/\/$/, '')}/`;
  return resources
    .filter(
      ({ path, create }) => create !== operation && shape(operation.path).startsWith(shape(path)),
    )
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

async function create(context: DocumentContext, resource: Resource): Promise<Identity | undefined> {
  if (await lacksCredentials(context, resource.create)) return undefined;
  const parent = await parentOf(context, resource);
  const created = await tryCreate(context, resource, { parent, freshFirst: true });
  return 'reason' in created ? undefined : created.identity;
}

import { isSafe } from '../../not-sent.ts';
import type { DocumentContext, References } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Target } from '../model/field-roles.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, type JsonObject } from '../model/pointer.ts';
import { parentOf, tryCreate } from '../sequences/create-resource.ts';
import { placeOf } from '../sequences/request-on.ts';
import type { Resource } from '../sequences/resources/find-resources.ts';
import { type Identity, lastId, parameterNames, translate } from '../sequences/resources/names.ts';
import { fieldSchemas } from '../values/field-schemas.ts';
import { bodyMedia, merge, type RequestValues } from '../values/request-values.ts';
import { isReadOnly, sampleOf, typeOf } from '../values/sample.ts';
import { type FilledSlot, slotsIn, withSlot } from '../values/slots.ts';
import { createDependencies } from './dependencies.ts';
import { createListed } from './listed.ts';

/**
 * Fills the references of requests: with resources that this run creates, or, in requests that change nothing, with what the
 * server lists.
 */
export function createReferences(
  context: () => DocumentContext,
  model: DocumentModel,
  above: (operation: Operation) => Resource | undefined,
): References {
  let dependencies: References['mayWaitFor'] | undefined;
  const mayWaitFor: References['mayWaitFor'] = (operation, resource) => {
    dependencies ??= createDependencies(model, above);
    return dependencies(operation, resource);
  };
  const listed = createListed(context);
  const own = new Map<string, Promise<Identity | undefined>>();
  /** The ids that requests were given, by the path of the resource. */
  const issued = new Map<string, Map<string, Identity>>();

  const isThere = (resource: Resource, identity: Identity) =>
    context().created.exists(placeOf(model, resource, identity));
  const isOwn = (resource: Resource, id: string) => {
    const identity = issued.get(resource.path)?.get(id);
    return identity !== undefined && isThere(resource, identity);
  };
  const create = async (resource: Resource, place: Identity | undefined) => {
    const parent = place ?? (await parentOf(context(), resource));
    const created = await tryCreate(context(), resource, { parent });
    if ('reason' in created) return undefined;
    const { identity } = created;
    const ids = issued.get(resource.path) ?? new Map<string, Identity>();
    issued.set(resource.path, ids.set(lastId(resource.path, identity), identity));
    return identity;
  };
  const ownOf = async (
    resource: Resource,
    place: Identity | undefined,
  ): Promise<Identity | undefined> => {
    const key = `${resource.path} ${JSON.stringify(place)}`;
    const known = own.get(key);
    const identity = await known;
    if (known !== undefined) {
      if (identity === undefined || isThere(resource, identity)) return identity;
      // Others may have waited for the same.
      if (own.get(key) !== known) return ownOf(resource, place);
    }
    const made = create(resource, place);
    own.set(key, made);
    made.catch(() => own.delete(key));
    return made;
  };
  const identityFor = async (
    operation: Operation,
    to: Target,
    place: FilledSlot['in'],
    values: RequestValues,
  ): Promise<Identity | undefined> => {
    const { resource } = to;
    const isSelf = resource?.create === operation;
    const identity =
      resource !== undefined && !isSelf && mayWaitFor(operation, resource)
        ? await ownOf(resource, placeIn(resource, operation, values))
        : undefined;
    if (identity !== undefined) return identity;
    const mayReach = isSafe(operation.method) || context().destructive;
    // Where something is created, what contains it need not be of this run, but there must be no choice.
    const isContainer = isCreation(operation) && resource === undefined && place === 'path';
    return mayReach || isContainer ? listed.identity(to, !mayReach) : undefined;
  };
  const isCreation = (operation: Operation) =>
    model.resources.some(({ create }) => create === operation && create.method === 'POST');
  const fill: References['fill'] = async (operation, values, isKept = () => false) => {
    const given = model.given(operation);
    const isGiven = ({ in: place, name, at }: FilledSlot) =>
      place === 'body'
        ? Object.hasOwn(given.fields, at[0] ?? '')
        : Object.hasOwn(given.parameters, `${place} ${name}`);
    let filled = values;
    for (const slot of slotsIn(model, operation, values)) {
      const { role, value } = slot;
      if (role.kind !== 'reference' || isGiven(slot) || isKept(slot)) continue;
      const { resource } = role.to;
      const ids = [value].flat().map(String);
      if (resource && ids.length > 0 && ids.every((id) => isOwn(resource, id))) continue;
      const identity = await identityFor(operation, role.to, slot.in, filled);
      if (identity === undefined) continue;
      const next = withIdentity(operation, filled, slot, identity);
      if (isAllowed(operation, slot, next)) filled = next;
    }
    return filled;
  };
  const withIdentity = (
    operation: Operation,
    values: RequestValues,
    slot: FilledSlot,
    identity: Identity,
  ): RequestValues => {
    if (slot.role.kind !== 'reference') return values;
    const { path } = slot.role.to;
    const id = asIn(slot, lastId(path, identity));
    const filled = id === undefined ? values : withSlot(values, slot, id);
    const isAround = slot.in === 'path' && shapeOf(operation.path).startsWith(shapeOf(path));
    if (!isAround) return filled;
    // What is listed is in the resources where it was listed.
    const places = Object.entries(translate(identity, path, operation.path));
    const parameters = Object.fromEntries(places.map(([name, value]) => [`path ${name}`, value]));
    return merge(filled, { parameters });
  };
  const complete: References['complete'] = async (operation, body, parameters = {}) => {
    const media = bodyMedia(operation);
    if (media?.schema === undefined) return body;
    const fields = fieldSchemas(model.requests.schemaAt(media.schema), model.requests);
    let full = body;
    for (const [name, schema] of Object.entries(fields)) {
      if (Object.hasOwn(body, name) || isReadOnly(schema) || name === '__proto__') continue;
      const others = Object.keys(fields);
      const role = model.roles.roleOf({ operation, name, schema, others });
      if (role.kind !== 'reference') continue;
      const isList = typeOf(schema) === 'array';
      const item = sampleOf(isList ? fieldsOf(schema.items) : schema, model.requests, 1);
      const sample = isList ? [item] : item;
      const isOther = (slot: FilledSlot) => slot.in !== 'body' || slot.at[0] !== name;
      const before = { parameters, body: { ...full, [name]: sample }, mediaType: media.type };
      const filled = fieldsOf((await fill(operation, before, isOther)).body);
      const ids = [filled[name]].flat().map(String);
      const { resource } = role.to;
      if (resource && ids.every((id) => isOwn(resource, id))) full = filled;
    }
    return full;
  };
  const isAllowed = (operation: Operation, { in: place }: FilledSlot, values: RequestValues) => {
    const schema = bodyMedia(operation)?.schema;
    if (place !== 'body' || schema === undefined) return true;
    return model.requests.check(schema, values.body).valid !== false;
  };

  return {
    fill,
    complete,
    mayWaitFor,
    leadsToOwn: (operation, name, id) => {
      const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
      const role = model.roles.roleOf({ operation, name, schema: {}, others: [] });
      const to = parameter && model.roles.pathTarget(operation, parameter);
      const resource = (to ?? (role.kind === 'reference' ? role.to : undefined))?.resource;
      return resource !== undefined && isOwn(resource, id);
    },
    /** Replaces those that were given before, and are gone. What a check has changed stays. */
    refresh: (operation, values) =>
      fill(operation, values, ({ role, value }) => {
        const ids = role.kind === 'reference' ? issued.get(role.to.path) : undefined;
        return ![value].flat().every((id) => ids?.has(String(id)));
      }),
    items: listed.items,
  };
}

const shapeOf = (path: string) => `${path.replace(/\{[^{}/]+\}/g, '{}').replace(/\/$/, '')}/`;

/** The resource around another one, when the operation is in the same: the labels of an issue are those of its project. */
function placeIn(
  { parent }: Resource,
  operation: Operation,
  { parameters }: RequestValues,
): Identity | undefined {
  if (parent === undefined) return undefined;
  if (!shapeOf(operation.path).startsWith(shapeOf(parent.path))) return undefined;
  const names = parameterNames(operation.path);
  const values = parameterNames(parent.path).map((name, at): [string, unknown] => [
    name,
    parameters[`path ${names[at]}`],
  ]);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
}

/** An id in the form that a slot has. Undefined for one that is in another form. */
function asIn({ schema, value }: FilledSlot, id: string): unknown {
  const isList = typeOf(schema) === 'array' || Array.isArray(value);
  const item = isList ? fieldsOf(schema.items) : schema;
  const one = scalarIn(item, isList ? [value].flat()[0] : value, id);
  if (one === undefined || !isList) return one;
  return Array.isArray(value) && value.length === 0 ? undefined : [one];
}

function scalarIn(schema: JsonObject, value: unknown, id: string): unknown {
  const isNumber =
    'type' in schema ? ['integer', 'number'].includes(typeOf(schema)) : typeof value === 'number';
  if (!isNumber) return id;
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

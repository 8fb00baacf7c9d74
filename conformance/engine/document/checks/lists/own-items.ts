import { skipCheck } from '../../../outcome.ts';
import type { DocumentContext } from '../../document-context.ts';
import { isJsonObject, type JsonObject } from '../../model/pointer.ts';
import { type Created, createResource, tryCreate } from '../../sequences/create-resource.ts';
import { placeOf } from '../../sequences/request-on.ts';
import type { Resource } from '../../sequences/resources/find-resources.ts';
import { isIdField, isSameIdentity } from '../../sequences/resources/names.ts';
import { parentIn } from '../../sequences/sequence.ts';
import { otherValue } from '../../sequences/updates.ts';
import { fieldSchemas, isReference, withOptionalFields } from '../../values/field-schemas.ts';
import { bodyMedia } from '../../values/request-values.ts';
import { typeOf } from '../../values/sample.ts';

/** Enough for pages of two, of which the last is not full. */
const mostItems = 5;

/** What the checks of one list share: it costs several requests to create. */
const known = new WeakMap<DocumentContext, Map<string, readonly Created[]>>();

/** Resources that differ in as many fields as the server allows, all in one parent. Skips the check when it creates none. */
export async function ownItems(
  context: DocumentContext,
  resource: Resource,
): Promise<readonly Created[]> {
  const shared = known.get(context) ?? new Map<string, readonly Created[]>();
  known.set(context, shared);
  const made = shared.get(resource.path) ?? [];
  const isThere = ({ identity }: Created) =>
    context.created.exists(placeOf(context.model, resource, identity));
  if (made.length > 1 && made.every(isThere)) return made;
  const items = await createItems(context, resource);
  shared.set(resource.path, items);
  return items;
}

async function createItems(context: DocumentContext, resource: Resource): Promise<Created[]> {
  const first = await createResource(context, resource);
  const items: Created[] = [first];
  const parent = parentIn(resource, first.identity);
  for (let at = 0; at < mostItems - 1; at += 1) {
    const bodies = bodiesAt(context, resource, first.body, at);
    const created = await tryCreate(context, resource, { parent, bodies, freshFirst: true });
    const isNew =
      !('reason' in created) &&
      !items.some((one) => isSameIdentity(one.identity, created.identity));
    if (isNew) items.push(created);
    // The reason of a server that rejects two lies in all of them.
    else if (items.length < at) break;
  }
  return items.length < 2 ? skipCheck(`${resource.create.id} creates no second resource`) : items;
}

/** Bodies for the item with this number: with as many differences as the schema allows, then with fewer. */
function bodiesAt(
  { model, created }: DocumentContext,
  { path, create }: Resource,
  body: unknown,
  at: number,
): unknown[] {
  const schema = bodyMedia(create)?.schema;
  if (schema === undefined || !isJsonObject(body)) return [body];
  const { requests } = model;
  const root = requests.schemaAt(schema);
  const isValid = (changed: JsonObject) => requests.check(schema, changed).valid !== false;
  const fields = fieldSchemas(root, requests);
  const given = model.given(create).fields;
  const vary = (start: JsonObject, isTold: (name: string, value: unknown) => boolean) => {
    let varied = start;
    for (const [name, value] of Object.entries(start)) {
      const isFixed = Object.hasOwn(given, name) || isReference(name) || isIdField(path, name);
      if (isFixed || !isTold(name, value)) continue;
      for (const other of valuesAt(
        fields[name] ?? {},
        value,
        created.token(`${path} ${name}`),
        at,
      )) {
        const changed = { ...varied, [name]: other };
        if (!isValid(changed)) continue;
        varied = changed;
        break;
      }
    }
    return varied;
  };
  const full = withOptionalFields(root, body, requests, isValid);
  const isText = (_name: string, value: unknown) => typeof value === 'string';
  return [vary(full, () => true), vary(body, () => true), vary(body, isText)];
}

// In this order neither their sizes nor their texts are sorted, and as texts 9 comes after 100.
const sizes = [9, 100, 10, 2];
const steps = [1, 4, 2, 3];
const initials = 'dbea';
const dayMs = 86_400_000;

/** Values for a field of the item with this number, the best first. */
function valuesAt(schema: JsonObject, given: unknown, token: string, at: number): unknown[] {
  if ('const' in schema) return [];
  if (Array.isArray(schema.enum)) {
    const choices = schema.enum.filter((value) => value !== null);
    return choices.length > 1 ? [choices[at % choices.length]] : [];
  }
  const type = typeOf(schema);
  if (type === 'boolean') return [at % 2 === 0];
  if (typeof given === 'number' && (type === 'integer' || type === 'number'))
    return [sizes[at], given + (steps[at] ?? 0)];
  if (typeof given !== 'string') return [];
  if (schema.format === 'date' || schema.format === 'date-time')
    return [shifted(given, (steps[at] ?? 0) * dayMs)];
  const other = otherValue(schema, given, token);
  const isFree = schema.format === undefined && !('pattern' in schema);
  return isFree && other !== undefined ? [`${initials[at]}${other}`, other] : [other];
}

function shifted(given: string, ms: number): string | undefined {
  const time = Date.parse(given);
  if (Number.isNaN(time)) return undefined;
  return new Date(time + ms).toISOString().slice(0, given.length > 10 ? 19 : 10) + zoneOf(given);
}

const zoneOf = (given: string) => (given.length > 10 ? 'Z' : '');

import type { DocumentModel } from '../document-model.ts';
import type { FieldRole, Slot } from '../model/field-roles.ts';
import type { Operation, Parameter } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject, withValueAt } from '../model/pointer.ts';
import { fieldSchemas, parameterSchema } from './field-schemas.ts';
import { bodyMedia, parameterKey, type RequestValues } from './request-values.ts';
import { isReadOnly, requiredIn, typeOf } from './sample.ts';
import { undeclaredField } from './undeclared-fields.ts';

/** A value in a request: where it is, and what it stands for. */
export interface FilledSlot {
  readonly in: Parameter['in'] | 'body';
  /** The name of a parameter, or the names and numbers that lead to a value of the body. */
  readonly at: readonly string[];
  readonly name: string;
  readonly schema: JsonObject;
  readonly role: FieldRole;
  readonly value: unknown;
  readonly isRequired: boolean;
}

type SlotModel = Pick<DocumentModel, 'operations' | 'requests' | 'roles'>;

const deepest = 5;

/** The values of a request that have a name, the items of lists included. */
export function slotsIn(
  model: SlotModel,
  operation: Operation,
  { parameters, body }: Pick<RequestValues, 'parameters' | 'body'>,
): FilledSlot[] {
  return [
    ...parametersOf(model, operation).map((slot) => ({
      ...slot,
      value: parameters[`${slot.in} ${slot.name}`],
    })),
    ...bodySlots(model, operation, body),
  ].filter(({ value }) => value !== undefined);
}

function parametersOf({ requests, roles }: SlotModel, operation: Operation) {
  return operation.parameters.map((parameter) => {
    const { name, schema: at, in: place } = parameter;
    const schema = parameterSchema(requests, at);
    const others = operation.parameters.map((one) => one.name);
    const target = place === 'path' ? roles.pathTarget(operation, parameter) : undefined;
    const role: FieldRole =
      target === undefined
        ? roles.roleOf({ operation, name, schema: described(schema, parameter), others })
        : { kind: 'reference', to: target };
    return { in: place, at: [name], name, schema, role, isRequired: parameter.required };
  });
}

const described = (schema: JsonObject, { value }: Parameter) =>
  schema.description === undefined ? { ...schema, description: value.description } : schema;

function bodySlots(model: SlotModel, operation: Operation, body: unknown) {
  const { requests, roles } = model;
  const found: FilledSlot[] = [];
  const walk = (
    value: unknown,
    schema: unknown,
    at: readonly string[],
    holder: string | undefined,
  ) => {
    if (at.length > deepest * 2) return;
    if (Array.isArray(value)) {
      const items = requests.follow(fieldsOf(requests.follow(schema)).items);
      for (const [index, item] of value.entries()) walk(item, items, [...at, `${index}`], holder);
      return;
    }
    if (!isJsonObject(value)) return;
    const fields = fieldSchemas(schema, requests);
    const required = new Set(requiredNames(schema, requests.follow));
    const others = [...new Set([...Object.keys(fields), ...Object.keys(value)])];
    for (const [name, inner] of Object.entries(value)) {
      const isOfRoot = at.length === 0;
      const own =
        fields[name] ?? (isOfRoot ? undeclaredField(model, operation, name) : undefined) ?? {};
      const slot: Slot = { operation, name, schema: own, holder, others };
      const role = roles.roleOf(withItems(slot, requests.follow));
      const place = [...at, name];
      const isRequired = required.has(name);
      found.push({ in: 'body', at: place, name, schema: own, role, value: inner, isRequired });
      if (typeof inner === 'object') walk(inner, own, place, name);
    }
  };
  const schema = bodyMedia(operation)?.schema;
  walk(body, schema === undefined ? undefined : requests.schemaAt(schema), [], undefined);
  return found;
}

/** With the schema of the items in its place: a name says more with it. */
function withItems(slot: Slot, follow: (schema: unknown) => unknown): Slot {
  const { schema } = slot;
  if (typeOf(schema) !== 'array') return slot;
  return { ...slot, schema: { ...schema, items: fieldsOf(follow(schema.items)) } };
}

export function requiredNames(schema: unknown, follow: (schema: unknown) => unknown): string[] {
  const followed = follow(schema);
  if (!isJsonObject(followed)) return [];
  const parts = Array.isArray(followed.allOf) ? followed.allOf.slice(0, 20) : [];
  return [...requiredIn(followed), ...parts.flatMap((part) => requiredIn(fieldsOf(follow(part))))];
}

/** What an operation may refer to by its body and parameters, whether or not a request has it. */
export function declaredReferences(model: SlotModel, operation: Operation) {
  const { requests, roles } = model;
  const found = parametersOf(model, operation);
  const all = found.map(({ role, isRequired }) => ({ role, isRequired }));
  const visited = new Set<unknown>();
  const walk = (schema: unknown, holder: string | undefined, isNeeded: boolean, depth: number) => {
    const followed = requests.follow(schema);
    if (depth > deepest || !isJsonObject(followed) || visited.has(followed)) return;
    visited.add(followed);
    if (typeOf(followed) === 'array') return walk(followed.items, holder, isNeeded, depth + 1);
    const fields = fieldSchemas(followed, requests);
    const required = new Set(requiredNames(followed, requests.follow));
    for (const [name, own] of Object.entries(fields)) {
      if (isReadOnly(own)) continue;
      const slot: Slot = { operation, name, schema: own, holder, others: Object.keys(fields) };
      const isRequired = isNeeded && required.has(name);
      all.push({ role: roles.roleOf(withItems(slot, requests.follow)), isRequired });
      walk(own, name, isRequired, depth + 1);
    }
  };
  const schema = bodyMedia(operation)?.schema;
  if (schema !== undefined) walk(requests.schemaAt(schema), undefined, true, 0);
  return all.flatMap(({ role, isRequired }) =>
    role.kind === 'reference' ? [{ to: role.to, isRequired }] : [],
  );
}

/** The values with another one in a slot; without it when that is undefined. */
export function withSlot(
  values: RequestValues,
  { in: place, at }: Pick<FilledSlot, 'in' | 'at'>,
  value: unknown,
): RequestValues {
  if (place === 'body') return { ...values, body: replaced(values.body, at, value) };
  const key = parameterKey({ in: place, name: at[0] ?? '' });
  const parameters = { ...values.parameters, [key]: value };
  return { ...values, parameters };
}

/** Where a value is replaced, the order of the fields stays. */
function replaced(root: unknown, at: readonly string[], value: unknown): unknown {
  const [first, ...rest] = at;
  if (first === undefined) return value;
  if (
    !isJsonObject(root) ||
    !Object.hasOwn(root, first) ||
    (rest.length === 0 && value === undefined)
  )
    return Array.isArray(root)
      ? root.map((item, index) => (index === Number(first) ? replaced(item, rest, value) : item))
      : withValueAt(root, at, value);
  return Object.fromEntries(
    Object.entries(root).map(([name, inner]) => [
      name,
      name === first ? replaced(inner, rest, value) : inner,
    ]),
  );
}

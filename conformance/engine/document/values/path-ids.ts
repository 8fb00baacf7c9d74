import { isDeepStrictEqual } from 'node:util';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, isJsonObject, type JsonObject } from '../model/pointer.ts';
import { plainName } from '../sequences/resources/names.ts';
import { fieldSchemas, isReference } from './field-schemas.ts';
import { bodyMedia, type RequestValues } from './request-values.ts';
import { typeOf } from './sample.ts';

/**
 * The values with the ids of their path in the body too, in fields with the same names: a server may reject others, or follow the
 * body. What differs from `base` was changed on purpose, and stays.
 */
export function withPathIds(
  operation: Operation,
  values: RequestValues,
  base: unknown = values.body,
): RequestValues {
  const { body } = values;
  if (!isJsonObject(body)) return values;
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => {
    const isChanged = !isJsonObject(base) || !isDeepStrictEqual(value, base[name]);
    const id = isChanged ? undefined : pathId(operation, values, name);
    return [name, id === undefined ? value : idLike(value, id)];
  });
  return { ...values, body: Object.fromEntries(entries) };
}

/** The value of the path parameter with the name of a field. */
export function pathId(
  { parameters }: Operation,
  values: Pick<RequestValues, 'parameters'>,
  field: string,
): string | undefined {
  const found = parameters.find(
    ({ in: place, name }) => place === 'path' && plainName(name) === plainName(field),
  );
  if (found === undefined || !isReference(field)) return undefined;
  const id = values.parameters[`path ${found.name}`];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function idLike(value: unknown, id: string): unknown {
  return typeof value === 'number' ? asNumber(id) : id;
}

/** The same, with the ids of all parameters that a body may have, and `id` where the body is that of an update. */
export function withAllPathIds(
  { requests }: Pick<DocumentModel, 'requests'>,
  operation: Operation,
  values: RequestValues,
): RequestValues {
  const schema = bodyMedia(operation)?.schema;
  if (schema === undefined || (values.body !== undefined && !isJsonObject(values.body)))
    return values;
  const fields = fieldSchemas(requests.schemaAt(schema), requests);
  const around = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const id = pathId(operation, values, name);
    return id === undefined ? [] : [[name, isNumeric(field) ? asNumber(id) : id]];
  });
  const last = /\{([^{}/]+)\}\/?$/.exec(operation.path)?.[1];
  const own = values.parameters[`path ${last}`];
  // A document may forget the id in the schema of an update.
  const mayHaveId = /^(PUT|PATCH)$/.test(operation.method) && own !== undefined;
  const id = mayHaveId ? { id: asNumber(String(own)) } : {};
  return { ...values, body: { ...id, ...fieldsOf(values.body), ...Object.fromEntries(around) } };
}

const isNumeric = (schema: JsonObject) => ['integer', 'number'].includes(typeOf(schema));

const asNumber = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : id);

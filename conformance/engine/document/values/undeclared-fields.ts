import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { fieldsOf, type JsonObject } from '../model/pointer.ts';
import { fieldSchemas } from './field-schemas.ts';
import { typeOf } from './sample.ts';

type Model = Pick<DocumentModel, 'requests' | 'operations'>;

/**
 * The schema of a field that a server asks for, and the schema of the body lacks: what responses show in it, those of the operation
 * itself, or else of a path around it. `POST /users/invite` asks for the role that a user has.
 */
export function undeclaredField(
  model: Model,
  operation: Operation,
  name: string,
): JsonObject | undefined {
  for (const { responses } of nearest(model, operation)) {
    const shown = responses
      .filter(({ status }) => /^2/.test(status))
      .flatMap(({ media }) => media.filter(({ type }) => isJson(type)))
      .flatMap(({ schema }) => (schema === undefined ? [] : [model.requests.schemaAt(schema)]));
    for (const schema of shown) {
      const found = fieldIn(schema, name, model.requests);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The operation, and those of its path and of the paths around it, the innermost first. */
function nearest({ operations }: Model, operation: Operation): Operation[] {
  const around = [...operation.path.matchAll(/.(?=\/|$)/g)]
    .map(({ index }) => operation.path.slice(0, index + 1))
    .reverse();
  return [operation, ...around.flatMap((path) => operations.filter((one) => one.path === path))];
}

/** The field of an object, or of the object or list in which a response has it: `{"data": [{"role": 7}]}`. */
function fieldIn(
  schema: unknown,
  name: string,
  requests: Model['requests'],
): JsonObject | undefined {
  const itemOf = (one: JsonObject) =>
    typeOf(one) === 'array' ? fieldsOf(requests.follow(one.items)) : one;
  const fields = fieldSchemas(itemOf(fieldsOf(requests.follow(schema))), requests);
  const own = fields[name];
  if (own !== undefined) return own;
  return Object.values(fields)
    .map((inner) => fieldSchemas(itemOf(inner), requests)[name])
    .find((found) => found !== undefined);
}

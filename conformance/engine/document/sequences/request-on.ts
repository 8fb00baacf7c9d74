import type { Request } from '../../http/request.ts';
import type { DocumentModel } from '../document-model.ts';
import { pathOf } from '../model/match-path.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject } from '../model/pointer.ts';
import { isScalar } from '../named-values.ts';
import { buildRequest } from '../values/build-request.ts';
import { fieldSchemas } from '../values/field-schemas.ts';
import {
  bodyMedia,
  candidateRequests,
  parameterKey,
  type RequestValues,
} from '../values/request-values.ts';
import { sampleOf } from '../values/sample.ts';
import type { Resource } from './resources/find-resources.ts';
import { type Identity, isIdField } from './resources/names.ts';

export interface Contents {
  /** Replaces the body that the document's examples give. */
  readonly body?: unknown;
  readonly mediaType?: string;
  /** The `ETag` to send where the operation has the parameter `If-Match`. */
  readonly etag?: string | undefined;
  /** By location and name: `query limit`. */
  readonly parameters?: RequestValues['parameters'];
}

/** A request of an operation on one resource. Optional parameters are left out: an example may select fields. */
export function requestOn(
  model: DocumentModel,
  operation: Operation,
  identity: Identity,
  { body, mediaType, etag, parameters: own = {} }: Contents = {},
): Request {
  const [candidate] = candidateRequests(operation, model);
  const given = candidate?.values.parameters ?? {};
  const fromProfile = model.given(operation).parameters;
  const parameters = Object.fromEntries(
    operation.parameters.flatMap((parameter): [string, unknown][] => {
      const key = parameterKey(parameter);
      if (parameter.in === 'path') return [[key, identity[parameter.name] ?? given[key]]];
      if (parameter.in === 'header' && /^if-match$/i.test(parameter.name) && etag)
        return [[key, etag]];
      return parameter.required || Object.hasOwn(fromProfile, key) ? [[key, given[key]]] : [];
    }),
  );
  const written =
    body === undefined
      ? { body: candidate?.values.body, mediaType: candidate?.values.mediaType }
      : { body, mediaType };
  const values = { parameters: { ...parameters, ...own }, ...written };
  return buildRequest(operation, withOwnId(model, operation, values));
}

/** The path of one resource, by which the run remembers what it has created. */
export function placeOf(
  model: DocumentModel,
  { remove, one }: Pick<Resource, 'remove' | 'one'>,
  identity: Identity,
): string {
  return pathOf(requestOn(model, remove ?? one, identity).target);
}

/** The values of an update, with the id of its path in the body in place of others: a server may save by the id in the body. */
export function withOwnId(
  { requests }: DocumentModel,
  operation: Operation,
  values: RequestValues,
): RequestValues {
  const { method, path } = operation;
  const own = values.parameters[`path ${/\{([^{}/]+)\}\/?$/.exec(path)?.[1]}`];
  if (!['PUT', 'PATCH'].includes(method) || !isScalar(own)) return values;
  const change = (body: unknown, schema: unknown): unknown => {
    if (!isJsonObject(body)) return body;
    const properties = fieldSchemas(schema, requests);
    const isWrapper = Object.keys(body).length === 1;
    const entries = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
      if (!isIdField(path, name))
        return [[name, isWrapper ? change(value, properties[name]) : value]];
      if (value === null || (isScalar(value) && String(value) === String(own)))
        return [[name, value]];
      const similar = properties[name] === undefined ? value : sampleOf(properties[name], requests);
      const id = typeof similar === 'string' ? String(own) : Number(own);
      return String(id) === String(own) ? [[name, id]] : [];
    });
    return Object.fromEntries(entries);
  };
  const schema = bodyMedia(operation)?.schema;
  return { ...values, body: change(values.body, schema && requests.schemaAt(schema)) };
}

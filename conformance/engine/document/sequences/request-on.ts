import type { Request } from '../../http/request.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { buildRequest } from '../values/build-request.ts';
import { candidateRequests, parameterKey } from '../values/request-values.ts';
import type { Identity } from './resources/find-resources.ts';

export interface Contents {
  /** Replaces the body that the document's examples give. */
  readonly body?: unknown;
  readonly mediaType?: string;
  /** The `ETag` to send where the operation has the parameter `If-Match`. */
  readonly etag?: string | undefined;
}

/** A request of an operation on one resource. Optional parameters are left out: an example may select fields. */
export function requestOn(
  model: DocumentModel,
  operation: Operation,
  identity: Identity,
  { body, mediaType, etag }: Contents = {},
): Request {
  const [candidate] = candidateRequests(operation, model);
  const given = candidate?.values.parameters ?? {};
  const fromProfile = model.given(operation).parameters;
  const parameters = Object.fromEntries(
    operation.parameters.flatMap((parameter): [string, unknown][] => {
      const key = parameterKey(parameter);
      if (parameter.in === 'path') return [[key, identity[parameter.name] ?? given[key]]];
      if (parameter.in === 'header' && /^if-match$/i.test(parameter.name) && etag) return [[key, etag]];
      return parameter.required || Object.hasOwn(fromProfile, key) ? [[key, given[key]]] : [];
    }),
  );
  const written =
    body === undefined
      ? { body: candidate?.values.body, mediaType: candidate?.values.mediaType }
      : { body, mediaType };
  return buildRequest(operation, { parameters, ...written });
}

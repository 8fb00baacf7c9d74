import { skipCheck } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { covers, isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { bodyMedia } from '../values/request-values.ts';
import { requiredNames } from '../values/slots.ts';
import {
  type DocumentCheck,
  type ForbiddenRequest,
  mustReject,
  operationCheck,
  requireBaseline,
  withoutBaseline,
} from './operation-check.ts';

export function noBodyChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  if (media === undefined) return [];
  const { decision } = operation.body ?? {};
  if (operation.body?.required === true) {
    const missing = operationCheck(model, operation, 'missing-body', {
      rule: 'Rejects a request without a body, because the document requires one.',
      source: 'document: requestBody required',
      run: async (context, failure) => {
        const baseline = await requireBaseline(context, operation);
        const request = {
          build: (isRepeated: boolean) =>
            context.request(operation, { body: undefined }, isRepeated),
          change: { in: 'body' as const },
          decision,
          expected: 'a rejection of a request without a body',
          key: 'no body',
        };
        return mustReject(context, failure, [request], { operation, baseline });
      },
    });
    return [missing];
  }
  if (media.schema === undefined || !isJson(media.type)) return [];
  // Many documents leave out `required: true` where the schema of the body says what is required.
  const fields = requiredNames(model.requests.schemaAt(media.schema), model.requests.follow);
  const ground = fields.length > 0 ? { basis: 'observed' as const } : {};
  const optional = operationCheck(model, operation, 'no-body', {
    rule: 'Accepts a request without a body, because the document does not require one.',
    source: 'document: requestBody required',
    acceptedRequests: 1,
    run: async (context, failure) => {
      const baseline = await requireBaseline(context, operation);
      if (!baseline.accepted)
        skipCheck('the server accepted no request of this operation with a body either');
      const exchange = await context.call(await context.request(operation, { body: undefined }));
      if (model.meaning(exchange) !== 'invalid') return undefined;
      const expected = 'a request without a body is accepted, or rejected for another reason';
      const got = `${model.status(exchange)}`;
      return failure(expected, got, [baseline.exchange, exchange], { decision, ...ground });
    },
  });
  return [optional];
}

export function mediaTypeChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  if (operation.body === undefined || media === undefined || !isJson(media.type)) return [];
  const declared = operation.body.media.map(({ type }) => type);
  const wrong = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonx',
  ].filter((type) => !declared.some((one) => covers(one, type)));
  return [
    operationCheck(model, operation, 'wrong-content-type', {
      rule: 'Rejects a body whose content type is not declared.',
      source: 'document: requestBody content; RFC 9110 15.5.16',
      run: async (context, failure) => {
        const baseline = await requireBaseline(context, operation);
        if (!baseline.accepted) skipCheck(withoutBaseline(context, baseline));
        const requests = [...wrong, undefined].map((type): ForbiddenRequest => {
          const variant = type ?? 'no content type';
          return {
            build: async (isRepeated) => {
              const request = await context.request(operation, {}, isRepeated);
              const others =
                request.headers?.filter(([name]) => name.toLowerCase() !== 'content-type') ?? [];
              return {
                ...request,
                headers: type === undefined ? others : [...others, ['Content-Type', type]],
              };
            },
            change: { in: 'header', name: 'content-type' },
            variant,
            expected: `a rejection of ${variant}`,
            key: variant,
            about: 'the content type of a body',
            // RFC 9110, 8.3: without a content type the server may guess it from the body.
            isTolerated: type === undefined,
          };
        });
        return mustReject(context, failure, requests, { operation, baseline });
      },
    }),
  ];
}

import { skipCheck } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { covers, isJson } from '../model/media-type.ts';
import type { Operation } from '../model/operation.ts';
import { buildRequest } from '../values/build-request.ts';
import { bodyMedia } from '../values/request-values.ts';
import {
  type DocumentCheck,
  type ForbiddenRequest,
  mustReject,
  operationCheck,
  requireBaseline,
  unproven,
} from './operation-check.ts';

/** Sends bodies with a content type that the document does not declare, and without one. */
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
      run: async (context) => {
        const baseline = await requireBaseline(context, operation);
        if (!baseline.accepted) skipCheck(unproven);
        const requests = [...wrong, undefined].map((type): ForbiddenRequest => {
          const variant = type ?? 'no content type';
          return {
            build: async () => {
              const values = await context.values(operation);
              const request = await context.authorised(operation, buildRequest(operation, values));
              const headers = (request.headers ?? []).filter(
                ([name]) => name.toLowerCase() !== 'content-type',
              );
              if (type !== undefined) headers.push(['Content-Type', type]);
              return { ...request, headers };
            },
            finding: { rule: 'wrong-content-type', variant },
            expected: `a rejection of ${variant}`,
            key: variant,
            // RFC 9110, 8.3: without a content type the server may guess it from the body.
            isTolerated: type === undefined,
          };
        });
        return mustReject(context, operation, requests);
      },
    }),
  ];
}

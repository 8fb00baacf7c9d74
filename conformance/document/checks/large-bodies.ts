import { mismatch } from '../../outcome.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media-type.ts';
import type { Operation } from '../model/operation.ts';
import { buildRequest } from '../values/build-request.ts';
import { bodyMedia } from '../values/request-values.ts';
import { type DocumentCheck, operationCheck, requireBaseline } from './operation-check.ts';

const bytes = 2 * 1024 * 1024;

/** Sends a body larger than any request needs. */
export function largeBodyChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  if (media === undefined || !isJson(media.type)) return [];
  return [
    operationCheck(model, operation, 'large-body', {
      rule: 'Handles a body of 2 MiB without an internal error.',
      source: 'RFC 9110 15.5.14, 15.6.1',
      basis: 'safety',
      run: async (context) => {
        const { candidate } = await requireBaseline(context, operation);
        const plainRequest = buildRequest(operation, {
          ...candidate.values,
          mediaType: media.type,
          body: candidate.values.body ?? {},
        });
        const request = await context.authorised(operation, plainRequest);
        const padded = `${' '.repeat(bytes)}${String(request.body)}`;
        // The server may respond and close the connection while we are still sending. That is a rejection too.
        const exchange = await context.target.send({
          ...request,
          body: padded,
          settings: { ...request.settings, fresh: true, lossAllowed: true },
        });
        const { response } = exchange;
        if (response === undefined) {
          context.observe(
            `${operation.id}: ${exchange.error?.message ?? 'no response'} to a body of ${bytes} bytes`,
          );
          return undefined;
        }
        if (model.status({ ...exchange, response }) !== 500) return undefined;
        return model.failure(
          { rule: 'large-body', operation: operation.id, status: 500 },
          mismatch('no 500', '500', [exchange], { key: 'large-body' }),
        );
      },
    }),
  ];
}

import type { DocumentModel } from '../document-context.ts';
import type { Operation } from '../model/operation.ts';
import { buildRequest } from '../values/build-request.ts';
import { bodyMedia, isJson } from '../values/request-values.ts';
import { type DocumentCheck, operationCheck, requireBaseline } from './operation-check.ts';

const bytes = 2 * 1024 * 1024;

/** A body larger than anyone needs. */
export function largeBodyChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const media = bodyMedia(operation);
  if (media === undefined || !isJson(media.type)) return [];
  return [
    operationCheck(model, operation, 'oversize', {
      rule: 'A body of two mebibytes does not make the server fail.',
      source: 'RFC 9110 15.5.14, 15.6.1',
      strength: 'standard',
      run: async (context) => {
        const { candidate } = await requireBaseline(context, operation);
        const like = buildRequest(operation, {
          ...candidate.values,
          mediaType: media.type,
          body: candidate.values.body ?? {},
        });
        const request = await context.authorised(operation, like);
        const padded = `${' '.repeat(bytes)}${String(request.body)}`;
        // The server may answer and hang up while we still send: that is a refusal too.
        const exchange = await context.target.send({
          ...request,
          body: padded,
          settings: { ...request.settings, fresh: true },
        });
        const { response } = exchange;
        if (response === undefined) {
          context.observe(
            `${operation.id}: ${exchange.error?.message ?? 'no answer'} to a body of ${bytes} octets`,
          );
          return undefined;
        }
        if (model.status({ ...exchange, response }) !== 500) return undefined;
        return model.failure(
          { rule: 'oversize', operation: operation.id, status: 500 },
          { expected: 'no 500', got: '500', key: 'oversize', exchanges: [exchange] },
        );
      },
    }),
  ];
}

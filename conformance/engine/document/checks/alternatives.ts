import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { isOpen } from '../model/security.ts';
import { type DocumentCheck, operationCheck, requireBaseline } from './operation-check.ts';

/** Whether each alternative of the credentials that the document names is enough. */
export function alternativeChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  if (isOpen(operation) || operation.security.length < 2) return [];
  const check = operationCheck(model, operation, 'credentials-sufficient', {
    rule: 'Accepts the credentials of one alternative that the document names.',
    source: 'document: security',
    acceptedRequests: 1,
    run: async (context, failure) => {
      await requireBaseline(context, operation);
      const found = context.needsAll(operation);
      if (found === undefined) return undefined;
      const { exchange, alone } = found;
      const statuses = alone.map((one) => model.status(one)).join(', ');
      const got = `${statuses} with each alone, and ${model.status(exchange)} with all of them together`;
      return failure('a success with one alternative', got, [...alone, exchange], {
        key: 'together',
      });
    },
  });
  return [check];
}

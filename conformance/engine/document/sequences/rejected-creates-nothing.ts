import { hasResponse } from '../../check.ts';
import { readSent } from '../../http/read-json.ts';
import { nothingToJudge } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import { requireCredentials } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { creatorsOf, type Resource } from './resources/find-resources.ts';

/** Looks in the list for what was to be created by requests that the server has rejected: those of the checks before this one. */
export function rejectedCreatesNothing(model: DocumentModel, resource: Resource): DocumentCheck[] {
  const { list } = resource;
  if (list === undefined) return [];
  const own = creatorsOf(resource).filter((operation) => {
    const first = model.resources.find((one) => creatorsOf(one).includes(operation));
    return first === resource && operation.method === 'POST';
  });
  return own.map((operation) =>
    operationCheck(model, operation, 'rejected-creates-nothing', {
      rule: `Creates nothing when it rejects a request: ${list.id} shows nothing of it.`,
      source: 'RFC 9110 15.5',
      basis: 'standard',
      exclusive: true,
      run: async (context, failure) => {
        await requireCredentials(context, list);
        const stored = await context.created.storedBy(operation);
        if (stored === undefined)
          nothingToJudge(`${list.id} does not show what became of the rejected requests`);
        const [first] = stored.flatMap(({ exchange, list }) => {
          if (!hasResponse(exchange)) return [];
          const { status } = exchange.response;
          return status >= 400 && status < 500 ? [{ exchange, list, status }] : [];
        });
        if (first === undefined) return undefined;
        // A server may create some of several, and reject the others.
        const isOfMany = Array.isArray(readSent(first.exchange.request.body)?.value);
        return failure(
          `nothing of a rejected request in ${list.id}`,
          `what it was to create, after ${first.status}`,
          [first.exchange, first.list],
          { key: 'stored', ...(isOfMany && { basis: 'observed' as const }) },
        );
      },
    }),
  );
}

import { nothingToJudge, skipCheck } from '../../outcome.ts';
import {
  type DocumentCheck,
  operationCheck,
  requireBaseline,
  withoutBaseline,
} from '../checks/operation-check.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { isAnotherOf } from './compare.ts';
import { requestOn } from './request-on.ts';
import { followJob, statusIn } from './resources/follow-job.ts';

/** Follows what a server accepts with 202 until it is done, and reads what that has created. */
export function acceptedIsDone(model: DocumentModel, operation: Operation): DocumentCheck[] {
  const { method, responses } = operation;
  if (method !== 'POST' || !responses.some(({ status }) => status === '202')) return [];
  const resource = model.resources.find(({ create }) => create === operation);
  const check = operationCheck(model, operation, 'accepted-is-done', {
    rule: 'Finishes what it accepts with 202, and shows it where the response leads.',
    source: 'RFC 9110 15.3.3',
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context, failure) => {
      const baseline = await requireBaseline(context, operation);
      if (!baseline.accepted) skipCheck(withoutBaseline(context, baseline));
      const exchange = await context.call(await context.request(operation));
      const status = model.status(exchange);
      if (status !== 202) nothingToJudge(`the server returned ${status}, not 202`);
      const job = await followJob(context, operation, exchange);
      if (job === undefined) return nothingToJudge('the response does not say where its status is');
      const exchanges = [exchange, job.exchange];
      const said = statusIn(job.exchange.response.json?.value);
      const got = `${model.status(job.exchange)}${said === undefined ? '' : ` "${said}"`}`;
      if (model.meaning(job.exchange) === 'absent')
        return failure('the status of what was accepted', got, exchanges, { key: 'status' });
      if (isAnotherOf(exchange, job.exchange))
        return failure('the status of what was accepted', 'that of another', exchanges, {
          key: 'another',
        });
      // A server may take longer, or have a reason to fail that the document does not name.
      if (job.state !== 'done')
        return failure('what was accepted to be done', got, exchanges, {
          key: 'done',
          basis: 'observed',
        });
      if (resource?.read === undefined) return undefined;
      const identity = await context.created.finish(resource, exchange);
      if (identity === undefined) return undefined;
      const request = requestOn(model, resource.read, identity);
      const read = await context.call(await context.authorised(resource.read, request));
      if (model.meaning(read) !== 'absent') return undefined;
      const missing = `${model.status(read)} after "${said ?? 'done'}"`;
      return failure('what was created', missing, [...exchanges, read], { key: 'result' });
    },
  });
  return [check];
}

import type { CompletedExchange } from '../../check.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import type { DocumentContext } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation } from '../model/operation.ts';
import { type DocumentCheck, operationCheck, requireBaseline } from './operation-check.ts';

const mostOthers = 4;

/** Reads with HEAD what a GET returns. A server that knows no HEAD is left alone. */
export function headChecks(model: DocumentModel, operation: Operation): DocumentCheck[] {
  if (operation.method !== 'GET') return [];
  const check = operationCheck(model, operation, 'head-is-like-get', {
    rule: 'Responds to HEAD with the status of GET, where the server knows HEAD.',
    source: 'RFC 9110 9.3.2',
    basis: 'standard',
    run: async (context, failure) => {
      const { accepted } = await requireBaseline(context, operation);
      if (!accepted) skipCheck('the server accepts no GET');
      const read = await send(context, operation, 'GET');
      if (!model.isSuccess(read)) skipCheck(`the server returned ${model.status(read)}`);
      const head = await send(context, operation, 'HEAD');
      const status = model.status(head);
      if (model.isSuccess(head)) return undefined;
      if (status !== 404 && status !== 410)
        return nothingToJudge(`the server returned ${status} for HEAD`);
      const again = await send(context, operation, 'GET');
      if (!model.isSuccess(again)) skipCheck(`the server returned ${model.status(again)}`);
      const isDeclared = model.operations.some(
        ({ method, path }) => method === 'HEAD' && path === operation.path,
      );
      if (!isDeclared && !(await knowsHead(context, operation)))
        return nothingToJudge('the server knows no HEAD');
      return failure(`${model.status(again)}, as for GET`, `${status}`, [again, head], {
        key: operation.path,
      });
    },
  });
  return [check];
}

async function send(
  context: DocumentContext,
  operation: Operation,
  method: 'GET' | 'HEAD',
): Promise<CompletedExchange> {
  const request = await context.request(operation);
  return context.call(method === 'GET' ? request : { ...request, method, settings: {} });
}

/** Whether the server responds to HEAD for another path. */
async function knowsHead(context: DocumentContext, { path }: Operation): Promise<boolean> {
  const { operations, isSuccess } = context.model;
  const others = operations.filter((one) => one.method === 'GET' && one.path !== path);
  for (const other of others.slice(0, mostOthers)) {
    const { accepted } = await context.baseline(other);
    if (accepted && isSuccess(await send(context, other, 'HEAD'))) return true;
  }
  return false;
}

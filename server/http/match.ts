import type { RequestHandler } from 'express';
import type { Checks } from './checks.ts';
import { contextOf } from './context.ts';
import type { OpenApiDocument } from './document.ts';
import { operationFinder } from './find-operation.ts';

/** Finds the operation that the contract has for a path and method, with its checks, or answers 404 or 405. */
export function match(document: OpenApiDocument, checks: Checks): RequestHandler {
  const find = operationFinder(document);
  return (request, response, next) => {
    const { object, path } = find(request.method, request.url);
    contextOf(response).operation = {
      id: object.operationId,
      object,
      path,
      checks: checksOf(checks, object.operationId),
    };
    next();
  };
}

function checksOf(checks: Checks, id: string) {
  const found = checks[id];
  if (found === undefined) throw new Error(`there are no checks for ${id}: run \`npm run generate\``);
  return found;
}

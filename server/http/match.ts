import { type RequestHandler, Router } from 'express';
import { contextOf } from './context.ts';
import type { OpenApiDocument, OperationObject } from './document.ts';
import { httpMethods } from './http-methods.ts';
import { Problem } from './problem.ts';

/** Finds the operation that the contract has for a path and method, or answers 404 or 405. */
export function match(document: OpenApiDocument): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });

  for (const [template, item] of concreteFirst(Object.entries(document.paths))) {
    const path = template.replaceAll(/\{([^}]+)\}/g, ':$1');
    const methods = httpMethods.filter((method) => item[method] !== undefined);
    const allow = methods.join(', ').toUpperCase();

    for (const method of methods) router[method](path, remember(item[method]));
    router.all(path, () => {
      throw new Problem('method_not_allowed', { headers: { Allow: allow } });
    });
  }
  router.use(() => {
    throw new Problem('not_found');
  });
  return router;
}

function remember(object: OperationObject | undefined): RequestHandler {
  if (object === undefined) throw new Error('only methods that the path has are routed');
  return (request, response, next) => {
    contextOf(response).operation = {
      id: object.operationId,
      object,
      path: Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)])),
    };
    next('router');
  };
}

// OpenAPI, 4.8.8.2: a concrete path wins over a templated one.
function concreteFirst<Item>(paths: [string, Item][]): [string, Item][] {
  return paths.toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
}

import { httpMethods } from '../server/http/http-methods.ts';
import type { OperationId } from '../server/http/operation.ts';
import { Problem } from '../server/http/problem.ts';
import type { Contract, ContractOperation } from './contract.ts';

export interface Match {
  readonly id: OperationId;
  readonly object: ContractOperation;
  readonly path: Record<string, string>;
  /** The methods that the path knows, as `Allow` names them. */
  readonly allow: string;
}

/** Finds the operation for a method and a target in its normal form. */
export type Router = (method: string, target: string) => Match;

/** @throws Problem not_found, method_not_allowed, from what it answers with. */
export function createRouter(contract: Contract): Router {
  const routes = Object.entries(contract.paths)
    // A concrete path wins over a templated one (OpenAPI, 4.8.8.2).
    .toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
    .map(([template, item]) => {
      const methods = httpMethods.filter((method) => item[method] !== undefined);
      return {
        pattern: new RegExp(`^${template.replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}$`),
        operations: new Map(methods.map((method) => [method.toUpperCase(), item[method]])),
        allow: methods.join(', ').toUpperCase(),
      };
    });

  return (method, target) => {
    const [path = ''] = target.split('?', 1);
    for (const { pattern, operations, allow } of routes) {
      const found = pattern.exec(path);
      if (found === null) continue;
      const object = operations.get(method);
      if (object === undefined) throw new Problem('method_not_allowed', { headers: { Allow: allow } });
      const parameters = Object.entries(found.groups ?? {}).map(([name, text]) => [
        name,
        decodeURIComponent(text),
      ]);
      // The registry of operations is typed by the same document: an id that it lacks does not compile.
      return { id: object.operationId as OperationId, object, path: Object.fromEntries(parameters), allow };
    }
    throw new Problem('not_found');
  };
}

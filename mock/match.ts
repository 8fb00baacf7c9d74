import { operationFinder } from '../server/http/find-operation.ts';
import type { OperationId } from '../server/http/operation.ts';
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
  const find = operationFinder(contract);
  return (method, target) => {
    const found = find(method, target);
    // The registry of operations is typed by the same document: an id that it lacks does not compile.
    return { ...found, id: found.object.operationId as OperationId };
  };
}

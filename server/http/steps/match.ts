import type { OpenApiDocument } from '../contract/document.ts';
import { operationFinder } from '../contract/find-operation.ts';
import type { Checks } from '../contract/validate-response.ts';
import type { Step } from '../incoming.ts';

/**
 * Finds the operation that the contract has for the path and the method. Without one, the response is 404 or 405.
 *
 * @param checks none in the mock, whose responses are made from the contract.
 */
export function match(document: Pick<OpenApiDocument, 'paths'>, checks?: Checks): Step {
  const find = operationFinder(document);
  return (incoming) => {
    const { object, path, allow } = find(incoming.method, incoming.target);
    const id = object.operationId;
    incoming.operation = { id, object, path, allow, checks: checks && checksOf(checks, id) };
    return undefined;
  };
}

function checksOf(checks: Checks, id: string) {
  const found = checks[id];
  if (found === undefined) throw new Error(`there are no checks for ${id}: run \`npm run generate\``);
  return found;
}

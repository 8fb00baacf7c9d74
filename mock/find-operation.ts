import { Problem } from '../server/http/problem.ts';
import type { OperationId } from '../server/operations/operation.ts';
import type { ContractOperation, MockContract } from './contract.ts';

export interface MatchedOperation {
  readonly id: OperationId;
  readonly object: ContractOperation;
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The methods that the path knows, as the header `Allow` lists them. */
  readonly allow: string;
}

/** @throws Problem not_found, method_not_allowed */
export function findOperation(
  { paths }: Pick<MockContract, 'paths'>,
  method: string,
  target: string,
): MatchedOperation {
  const [path = ''] = target.split('?', 1);
  // A concrete path wins over a templated one (OpenAPI, 4.8.8.2).
  const templates = Object.keys(paths).sort(
    (a, b) => Number(a.includes('{')) - Number(b.includes('{')),
  );
  for (const template of templates) {
    const parameters = match(template, path);
    if (parameters === undefined) continue;

    const item = paths[template] ?? {};
    const allow = Object.keys(item).join(', ').toUpperCase();
    const [, object] = Object.entries(item).find(([name]) => name.toUpperCase() === method) ?? [];
    if (object === undefined)
      throw new Problem('method_not_allowed', { headers: { Allow: allow } });
    // These are the ids of the contract.
    return { id: object.operationId as OperationId, object, path: parameters, allow };
  }
  throw new Problem('not_found');
}

/** The parameters by name; `undefined` for another path. */
function match(template: string, path: string): Record<string, string> | undefined {
  const expected = template.split('/');
  const given = path.split('/');
  if (expected.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const text = given[index] ?? '';
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    if (name === undefined && part !== text) return undefined;
    if (name !== undefined && text === '') return undefined;
    if (name !== undefined) parameters[name] = decodeURIComponent(text);
  }
  return parameters;
}

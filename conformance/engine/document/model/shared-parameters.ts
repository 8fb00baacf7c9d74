import { memoize } from '../../memoize.ts';
import type { DocumentModel } from '../document-model.ts';
import type { Operation, Parameter } from './operation.ts';

/** In as many operations every value of a parameter is tried. */
const mostTried = 3;

/**
 * Whether enough operations with the same method have the same parameter of the components, before this one in the document: a
 * server reads it with the same code.
 */
export function isTriedBefore(
  model: DocumentModel,
  operation: Operation,
  parameter: Parameter,
): boolean {
  const users = usersOf(model).get(keyOf(operation, parameter)) ?? [];
  return users.indexOf(operation) >= mostTried;
}

// What is not shared has a schema at a place of its own.
const keyOf = ({ method }: Operation, { in: place, name, schema }: Parameter) =>
  [method, place, name, schema].join(' ');

const usersOf = memoize(({ operations }: DocumentModel) => {
  const users = new Map<string, Operation[]>();
  for (const operation of operations) {
    for (const parameter of operation.parameters) {
      const key = keyOf(operation, parameter);
      users.set(key, [...(users.get(key) ?? []), operation]);
    }
  }
  return users;
});

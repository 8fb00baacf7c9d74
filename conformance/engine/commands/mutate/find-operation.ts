import { createOperationMatcher } from '../../document/model/match-path.ts';
import type { Operation } from '../../document/model/operation.ts';
import type { Exchange } from '../../http/exchange.ts';

/** Finds the operation of a request that tests sent below the base URL, or below a path of the document's servers. */
export function operationFinder<One extends Pick<Operation, 'id' | 'method' | 'path'>>(
  operations: readonly One[],
  prefix: string,
  basePaths: readonly string[],
) {
  const prefixes = [...new Set(['', ...basePaths].map((path) => prefix + path))];
  const matchers = prefixes.map((one) => createOperationMatcher(operations, one));
  return (exchange: Pick<Exchange, 'request'>): One | undefined => {
    for (const match of matchers) {
      const operation = match(exchange);
      if (operation !== undefined) return operation;
    }
    return undefined;
  };
}

import { type DeclaredOperation, declaredAs, type Suite } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import { firstOf } from '../suite.ts';

export interface OperationCoverage {
  readonly operation: string;
  readonly requests: number;
  /** How many responses were 2xx; 3xx where the document declares no 2xx for the operation. */
  readonly successes: number;
  /** How often the server returned each declared status. */
  readonly declared: Readonly<Record<string, number>>;
  /** How often it returned a status that is not declared. */
  readonly undeclared: Readonly<Record<string, number>>;
}

type Declarations = Pick<Suite, 'declared' | 'operationOf'>;

export function countCoverage(suites: readonly Declarations[], baseUrl: string) {
  const declared = new Map<string, DeclaredOperation>();
  for (const one of suites.flatMap((suite) => suite.declared ?? []))
    declared.set(one.operation, one);
  const noRequests = () => ({ requests: 0, statuses: new Map<string, number>() });
  const counts = new Map<string, ReturnType<typeof noRequests>>();
  const recent = new Set<string>();

  const describe = (operation: string): OperationCoverage => {
    const { requests, statuses } = counts.get(operation) ?? noRequests();
    const covered: Record<string, number> = {};
    const undeclared: Record<string, number> = {};
    const names = declared.get(operation)?.statuses ?? [];
    for (const name of names) covered[name] = 0;
    for (const [status, times] of statuses) {
      const name = declaredAs(status, names);
      if (name === undefined) undeclared[status] = times;
      else covered[name] = (covered[name] ?? 0) + times;
    }
    const isRedirect = names.length > 0 && !names.some((name) => /^(2|default$)/.test(name));
    const timesOf = (pattern: RegExp) =>
      [...statuses].reduce((sum, [status, times]) => (pattern.test(status) ? sum + times : sum), 0);
    return {
      operation,
      requests,
      successes: timesOf(isRedirect ? /^[23]/ : /^2/),
      declared: covered,
      undeclared,
    };
  };

  return {
    inspect: (exchange: Exchange) => {
      const { quiet, operation } = exchange.request.settings;
      const reached =
        operation ?? firstOf(suites, (suite) => suite.operationOf?.(exchange, baseUrl));
      if (quiet === true || reached === undefined) return;
      const count = counts.get(reached) ?? noRequests();
      counts.set(reached, count);
      count.requests += 1;
      recent.add(reached);
      const status = exchange.response && String(exchange.response.status);
      if (status !== undefined) count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1);
    },
    report: () => [...new Set([...declared.keys(), ...counts.keys()])].map(describe),
    /** Of the operations that were called since the last time. */
    news: () => {
      const called = [...recent];
      recent.clear();
      return called.map(describe);
    },
  };
}

export function withoutSuccess(
  coverage: readonly OperationCoverage[],
  suites: readonly Declarations[],
): string[] {
  const declared = suites.flatMap((suite) => suite.declared ?? []);
  return coverage.flatMap(({ operation, requests, successes }) => {
    const own = declared.find((one) => one.operation === operation);
    const mayFail = own !== undefined && mayNotSucceed(own);
    return requests > 0 && successes === 0 && !mayFail ? [operation] : [];
  });
}

/** Whether the document describes only failures of an operation. */
export function mayNotSucceed({ statuses }: DeclaredOperation): boolean {
  return statuses.length > 0 && !statuses.some((status) => /^([23]|default$)/.test(status));
}

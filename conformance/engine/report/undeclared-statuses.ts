import type { Report } from './report.ts';
import { nameSome } from './text.ts';

/** A status that operations return and do not declare. */
export interface UndeclaredStatus {
  readonly status: string;
  readonly operations: readonly string[];
}

// What an author writes down for an operation. Others, such as 405, 413 and 429, servers return before a request reaches any.
const ofOperations = new Set(['400', '401', '403', '404', '409', '410', '422']);

/** Those of clients' faults, which do not fail a run. Of the others a check says that they are not declared. */
export function undeclaredStatuses({
  coverage,
  checks,
}: Pick<Report, 'coverage' | 'checks'>): UndeclaredStatus[] {
  const failed = new Set(
    checks
      .filter(({ id }) => id === 'document/response-status')
      .flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'failed'))
      .map(({ operation, got }) => `${operation} ${got}`),
  );
  const operationsOf = new Map<string, string[]>();
  for (const { operation, undeclared } of coverage) {
    for (const status of Object.keys(undeclared)) {
      if (!ofOperations.has(status) || failed.has(`${operation} ${status}`)) continue;
      operationsOf.set(status, [...(operationsOf.get(status) ?? []), operation]);
    }
  }
  return [...operationsOf]
    .map(([status, operations]) => ({ status, operations }))
    .sort((one, other) => one.status.localeCompare(other.status));
}

/** `404: getPart, removePart and 3 more` */
export function describeUndeclared({ status, operations }: UndeclaredStatus, most: number): string {
  return `${status}: ${nameSome(operations, most)}`;
}

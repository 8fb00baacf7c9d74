import type { Finding, ReportedCheck } from './report.ts';

/** A case of a check that failed. */
export interface Case {
  readonly check: ReportedCheck;
  readonly finding: Finding;
}

/** The position in a list is no cause. */
export const withoutPositions = (expected: string) => expected.replaceAll(/\/\d+(?=[/ ]|$)/g, '/*');

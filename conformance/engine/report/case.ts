import type { Finding, ReportedCheck } from './report.ts';

/** A case of a check that failed. */
export interface Case {
  readonly check: ReportedCheck;
  readonly finding: Finding;
}

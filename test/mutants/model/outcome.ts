import type { Reason } from '../../../generated/contract.ts';

export interface ValidationError {
  readonly location: string;
  readonly rule: string;
  readonly message: string;
}

/** The result of an operation or of a step before it. */
export type Outcome = Success | Refusal;
export interface Success {
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Refusal {
  readonly reason: Reason;
  readonly errors?: readonly ValidationError[];
  readonly headers?: Readonly<Record<string, string>>;
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'reason' in outcome;
}

export function refuse(reason: Reason, headers?: Readonly<Record<string, string>>): Refusal {
  return { reason, ...(headers && { headers }) };
}

export function invalid(location: string, rule: string, message: string): Refusal {
  return { reason: 'validation_failed', errors: [{ location, rule, message }] };
}

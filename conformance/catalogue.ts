import type { AlwaysCheck } from './check.ts';
import type { ServiceCheck } from './checks/support/context.ts';

/** Every check of the service, a line a subject. */
export const checks: readonly ServiceCheck[] = [];

/** Rules about every answer, whoever asked. */
export const always: readonly AlwaysCheck[] = [];

import type { AlwaysCheck } from './check.ts';
import { authorizationChecks } from './checks/authorization.ts';
import { envelopeAlways } from './checks/envelope.ts';
import { envelopeFailureAlways } from './checks/envelope-failures.ts';
import { envelopeTextAlways } from './checks/envelope-text.ts';
import { headerAlways, statusHeaderAlways } from './checks/headers.ts';
import { methodChecks } from './checks/methods.ts';
import { pathChecks } from './checks/paths.ts';
import { secretAlways } from './checks/secrets.ts';
import type { ServiceCheck } from './checks/support/context.ts';
import { traceAlways, traceChecks } from './checks/trace.ts';
import { usageAlways } from './checks/usage.ts';

/** Every check of the service, a line a subject. */
export const checks: readonly ServiceCheck[] = [
  ...traceChecks,
  ...pathChecks,
  ...methodChecks,
  ...authorizationChecks,
];

/** Rules about every answer, whoever asked. */
export const always: readonly AlwaysCheck[] = [
  ...envelopeAlways,
  ...envelopeTextAlways,
  ...envelopeFailureAlways,
  ...traceAlways,
  ...usageAlways,
  ...headerAlways,
  ...statusHeaderAlways,
  ...secretAlways,
];

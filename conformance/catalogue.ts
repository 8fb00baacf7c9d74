import type { AlwaysCheck } from './check.ts';
import { authorizationChecks } from './checks/authorization.ts';
import { bodyChecks } from './checks/bodies.ts';
import { jsonBodyChecks } from './checks/bodies-json.ts';
import { mediaChecks } from './checks/bodies-media.ts';
import { deprecationAlways } from './checks/deprecation.ts';
import { envelopeAlways } from './checks/envelope.ts';
import { envelopeFailureAlways } from './checks/envelope-failures.ts';
import { envelopeTextAlways } from './checks/envelope-text.ts';
import { framingChecks } from './checks/framing.ts';
import { framingAlways, injectionChecks } from './checks/framing-answers.ts';
import { headerAlways, statusHeaderAlways } from './checks/headers.ts';
import { keyChecks } from './checks/keys.ts';
import { keyDescriptionChecks } from './checks/keys-description.ts';
import { keySecrecyChecks } from './checks/keys-secrecy.ts';
import { limitChecks } from './checks/limits.ts';
import { loginChecks } from './checks/login.ts';
import { loginIdentityChecks } from './checks/login-identity.ts';
import { loginPasswordChecks } from './checks/login-password.ts';
import { exactPasswordChecks } from './checks/login-password-exact.ts';
import { loginRefusalChecks } from './checks/login-refusal.ts';
import { loginTimeChecks } from './checks/login-time.ts';
import { methodChecks } from './checks/methods.ts';
import { mfaChecks } from './checks/mfa.ts';
import { mfaCodeChecks } from './checks/mfa-codes.ts';
import { mfaOnceChecks } from './checks/mfa-once.ts';
import { pathChecks } from './checks/paths.ts';
import { revocationChecks } from './checks/revocation.ts';
import { revocationReachChecks } from './checks/revocation-reach.ts';
import { secretAlways } from './checks/secrets.ts';
import type { ServiceCheck } from './checks/support/context.ts';
import { type Contract, contract } from './checks/support/contract.ts';
import { tokenChecks } from './checks/tokens.ts';
import { alteredTokenChecks } from './checks/tokens-altered.ts';
import { tokenRefusalChecks } from './checks/tokens-refusal.ts';
import { traceAlways, traceChecks } from './checks/trace.ts';
import { usageAlways } from './checks/usage.ts';

/** Every check of the service, a line a subject. */
export const checks: readonly ServiceCheck[] = [
  ...loginChecks,
  ...loginPasswordChecks,
  ...exactPasswordChecks,
  ...loginIdentityChecks,
  ...loginRefusalChecks,
  ...loginTimeChecks,
  ...mfaChecks,
  ...mfaCodeChecks,
  ...mfaOnceChecks,
  ...tokenChecks,
  ...alteredTokenChecks,
  ...tokenRefusalChecks,
  ...keyChecks,
  ...keySecrecyChecks,
  ...keyDescriptionChecks,
  ...revocationChecks,
  ...revocationReachChecks,
  ...traceChecks,
  ...pathChecks,
  ...methodChecks,
  ...authorizationChecks,
  ...jsonBodyChecks,
  ...bodyChecks,
  ...mediaChecks,
  ...framingChecks,
  ...injectionChecks,
  ...limitChecks,
];

/** Rules about every answer, whoever asked; some depend on what the contract says. */
export const alwaysOf = (given: Contract): readonly AlwaysCheck[] => [
  ...envelopeAlways,
  ...envelopeTextAlways,
  ...envelopeFailureAlways,
  ...traceAlways,
  ...usageAlways,
  ...headerAlways,
  ...statusHeaderAlways,
  ...deprecationAlways(given),
  ...secretAlways,
  ...framingAlways,
];

export const always = alwaysOf(contract);

import type { ResponseCheck } from './check.ts';
import { authorizationChecks } from './checks/authorization.ts';
import { bodyChecks } from './checks/bodies.ts';
import { jsonBodyChecks } from './checks/bodies-json.ts';
import { mediaChecks } from './checks/bodies-media.ts';
import { deprecationResponseChecks } from './checks/deprecation.ts';
import { envelopeResponseChecks } from './checks/envelope.ts';
import { envelopeFailureResponseChecks } from './checks/envelope-failures.ts';
import { envelopeTextResponseChecks } from './checks/envelope-text.ts';
import { framingChecks } from './checks/framing.ts';
import { framingResponseChecks, injectionChecks } from './checks/framing-answers.ts';
import { headerResponseChecks, statusHeaderResponseChecks } from './checks/headers.ts';
import { keyChecks } from './checks/keys.ts';
import { keyDescriptionChecks } from './checks/keys-description.ts';
import { keySecrecyChecks } from './checks/keys-secrecy.ts';
import { limitChecks } from './checks/limits.ts';
import { exactPasswordChecks } from './checks/login/exact-password.ts';
import { loginIdentityChecks } from './checks/login/identity.ts';
import { loginChecks } from './checks/login/login-result.ts';
import { loginTimeChecks } from './checks/login/login-time.ts';
import { loginPasswordChecks } from './checks/login/password.ts';
import { loginRefusalChecks } from './checks/login/rejected-login.ts';
import { methodChecks } from './checks/methods.ts';
import { mfaOnceChecks } from './checks/mfa/code-lifetime.ts';
import { mfaChecks } from './checks/mfa/code-required.ts';
import { mfaCodeChecks } from './checks/mfa/rejected-codes.ts';
import { pathChecks } from './checks/paths.ts';
import { revocationReachChecks } from './checks/revocation/key-match.ts';
import { revocationChecks } from './checks/revocation/revoke.ts';
import { secretResponseChecks } from './checks/secrets.ts';
import type { ServiceCheck } from './checks/support/context.ts';
import { type Contract, contract } from './checks/support/contract.ts';
import { alteredTokenChecks } from './checks/tokens/altered-tokens.ts';
import { tokenRefusalChecks } from './checks/tokens/challenge.ts';
import { tokenChecks } from './checks/tokens/token-use.ts';
import { traceChecks, traceResponseChecks } from './checks/trace.ts';
import { usageResponseChecks } from './checks/usage.ts';

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
export const responseChecksFor = (given: Contract): readonly ResponseCheck[] => [
  ...envelopeResponseChecks,
  ...envelopeTextResponseChecks,
  ...envelopeFailureResponseChecks,
  ...traceResponseChecks,
  ...usageResponseChecks,
  ...headerResponseChecks,
  ...statusHeaderResponseChecks,
  ...deprecationResponseChecks(given),
  ...secretResponseChecks,
  ...framingResponseChecks,
];

export const responseChecks = responseChecksFor(contract);

import { type ResponseCheck, safetyChecks } from '../engine/index.ts';
import { authorizationChecks } from './checks/authorization.ts';
import { mediaChecks } from './checks/bodies/body-encoding.ts';
import { bodyChecks } from './checks/bodies/body-fields.ts';
import { jsonBodyChecks } from './checks/bodies/body-syntax.ts';
import { deprecationResponseChecks } from './checks/deprecation.ts';
import {
  envelopeFailureResponseChecks,
  envelopeResponseChecks,
} from './checks/envelope/envelope-shape.ts';
import { envelopeStatusResponseChecks } from './checks/envelope/envelope-status.ts';
import { framingChecks } from './checks/framing/request-framing.ts';
import { framingResponseChecks, injectionChecks } from './checks/framing/response-framing.ts';
import { headerResponseChecks } from './checks/headers.ts';
import { idempotencyChecks } from './checks/keys/idempotency.ts';
import { keyDescriptionChecks } from './checks/keys/key-description.ts';
import { keyChecks } from './checks/keys/key-generation.ts';
import { keySecrecyChecks } from './checks/keys/key-secrecy.ts';
import { limitChecks } from './checks/limits.ts';
import { exactPasswordChecks } from './checks/login/exact-password.ts';
import { identityChecks } from './checks/login/identity.ts';
import { loginDemandChecks } from './checks/login/login-demands.ts';
import { loginResponseChecks, loginResultChecks } from './checks/login/login-result.ts';
import { passwordChecks } from './checks/login/password.ts';
import { rejectedLoginChecks } from './checks/login/rejected-login.ts';
import { methodChecks } from './checks/methods.ts';
import { codeLifetimeChecks } from './checks/mfa/code-lifetime.ts';
import { codeRequiredChecks } from './checks/mfa/code-required.ts';
import { rejectedCodeChecks } from './checks/mfa/rejected-codes.ts';
import { parallelChecks } from './checks/parallel.ts';
import { pathChecks } from './checks/paths.ts';
import { rateLimitChecks, rateLimitResponseChecks } from './checks/rate-limit-headers.ts';
import { resultResponseChecks, usageResponseChecks } from './checks/results.ts';
import { keyMatchChecks } from './checks/revocation/key-match.ts';
import { ownershipChecks } from './checks/revocation/ownership.ts';
import { otherKeyChecks, revokeChecks } from './checks/revocation/revoke.ts';
import { secretResponseChecks } from './checks/secrets/secrets.ts';
import { type Contract, contract } from './checks/support/contract-document.ts';
import { codeOf } from './checks/support/responses/service-response.ts';
import type { ServiceCheck } from './checks/support/service-context.ts';
import { alteredTokenChecks } from './checks/tokens/altered-tokens.ts';
import { challengeChecks } from './checks/tokens/challenge.ts';
import { tokenLifetimeChecks } from './checks/tokens/token-lifetime.ts';
import { tokenUseChecks } from './checks/tokens/token-use.ts';
import { traceChecks, traceResponseChecks } from './checks/trace.ts';

export const checks: readonly ServiceCheck[] = [
  ...loginResultChecks,
  ...loginDemandChecks,
  ...passwordChecks,
  ...exactPasswordChecks,
  ...identityChecks,
  ...rejectedLoginChecks,
  ...codeRequiredChecks,
  ...rejectedCodeChecks,
  ...codeLifetimeChecks,
  ...tokenUseChecks,
  ...tokenLifetimeChecks,
  ...alteredTokenChecks,
  ...challengeChecks,
  ...keyChecks,
  ...keySecrecyChecks,
  ...keyDescriptionChecks,
  ...idempotencyChecks,
  ...revokeChecks,
  ...otherKeyChecks,
  ...keyMatchChecks,
  ...ownershipChecks,
  ...parallelChecks,
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
  ...rateLimitChecks,
];

/** Checks of every response in a run. Some depend on the contract. */
export const responseChecksFor = (given: Contract): readonly ResponseCheck[] => [
  ...safetyChecks(codeOf),
  ...envelopeResponseChecks,
  ...envelopeStatusResponseChecks,
  ...envelopeFailureResponseChecks,
  ...resultResponseChecks,
  ...loginResponseChecks,
  ...traceResponseChecks,
  ...usageResponseChecks,
  ...headerResponseChecks,
  ...rateLimitResponseChecks,
  ...deprecationResponseChecks(given),
  ...secretResponseChecks,
  ...framingResponseChecks,
];

export const responseChecks = responseChecksFor(contract);

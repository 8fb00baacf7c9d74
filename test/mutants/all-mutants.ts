import type { Mutant } from './mutant.ts';
import { authorizationMutants } from './mutants/authorization.ts';
import { bodyMutants } from './mutants/bodies.ts';
import { deprecationMutants } from './mutants/deprecation.ts';
import { envelopeMutants } from './mutants/envelope.ts';
import { framingMutants } from './mutants/framing.ts';
import { headerMutants } from './mutants/headers.ts';
import { idempotencyMutants } from './mutants/idempotency.ts';
import { keyDescriptionMutants } from './mutants/key-descriptions.ts';
import { keyMutants } from './mutants/keys.ts';
import { limitMutants } from './mutants/limits.ts';
import { loginMutants } from './mutants/login.ts';
import { loginIdentityMutants } from './mutants/login-identity.ts';
import { loginPasswordMutants } from './mutants/login-password.ts';
import { mfaMutants } from './mutants/mfa.ts';
import { ownershipMutants } from './mutants/ownership.ts';
import { parallelMutants } from './mutants/parallel.ts';
import { pathMutants } from './mutants/paths.ts';
import { rateLimitHeaderMutants } from './mutants/rate-limit-headers.ts';
import { responseMutants } from './mutants/responses.ts';
import { resultMutants } from './mutants/results.ts';
import { revocationMutants } from './mutants/revocation.ts';
import { revocationMatchMutants } from './mutants/revocation-match.ts';
import { secretMutants } from './mutants/secrets.ts';
import { tokenChallengeMutants } from './mutants/token-challenges.ts';
import { tokenMutants } from './mutants/tokens.ts';
import { traceMutants } from './mutants/trace.ts';

/** Every mutant, one line per subject. */
export const allMutants: readonly Mutant[] = [
  // First, because some of them wait while the others run.
  ...limitMutants,
  ...loginMutants,
  ...loginPasswordMutants,
  ...loginIdentityMutants,
  ...mfaMutants,
  ...tokenMutants,
  ...tokenChallengeMutants,
  ...keyMutants,
  ...keyDescriptionMutants,
  ...idempotencyMutants,
  ...revocationMutants,
  ...revocationMatchMutants,
  ...ownershipMutants,
  ...parallelMutants,
  ...responseMutants,
  ...resultMutants,
  ...envelopeMutants,
  ...traceMutants,
  ...headerMutants,
  ...rateLimitHeaderMutants,
  ...deprecationMutants,
  ...secretMutants,
  ...pathMutants,
  ...authorizationMutants,
  ...bodyMutants,
  ...framingMutants,
];

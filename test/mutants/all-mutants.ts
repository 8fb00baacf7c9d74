import { responseChecks } from '../../conformance/suite/catalogue.ts';
import { type Mutant, mutantsOf } from './mutant.ts';
import { authorizationMutants } from './mutants/authorization.ts';
import { bodyMutants } from './mutants/bodies.ts';
import { envelopeMutants } from './mutants/envelope.ts';
import { framingMutants } from './mutants/framing.ts';
import { headerMutants } from './mutants/headers.ts';
import { idempotencyMutants } from './mutants/idempotency.ts';
import { keyMutants } from './mutants/keys.ts';
import { limitMutants } from './mutants/limits.ts';
import { loginMutants } from './mutants/login.ts';
import { loginCredentialMutants } from './mutants/login-credentials.ts';
import { mfaMutants } from './mutants/mfa.ts';
import { pathMutants } from './mutants/paths.ts';
import { responseMutants } from './mutants/responses.ts';
import { revocationMutants } from './mutants/revocation.ts';
import { secretMutants } from './mutants/secrets.ts';
import { tokenMutants } from './mutants/tokens.ts';

// Together they cause responses of every kind.
const otherChecks = [
  ...['login/returns-a-token', 'login/wrong-password-is-rejected', 'mfa/current-code-is-accepted'],
  ...['revocation/revokes-a-key', 'bodies/must-be-an-object', 'bodies/other-media-types-are-415'],
  ...[
    'bodies/nesting-depth',
    'paths/unknown-path-is-404',
    'paths/wrong-method-is-405',
    'paths/head-is-405',
  ],
  'authorization/only-bearer',
];

/** Every mutant, one line per subject. */
export const allMutants: readonly Mutant[] = [
  // First, because some of them wait while the others run.
  limitMutants,
  loginMutants,
  loginCredentialMutants,
  mfaMutants,
  tokenMutants,
  keyMutants,
  idempotencyMutants,
  revocationMutants,
  responseMutants,
  envelopeMutants,
  headerMutants,
  secretMutants,
  pathMutants,
  authorizationMutants,
  bodyMutants,
  framingMutants,
]
  .flatMap(mutantsOf)
  .map(withOtherTraffic);

/** Checks of every response send no requests, so this runs them together with checks that do. */
function withOtherTraffic(mutant: Mutant): Mutant {
  if (!responseChecks.some(({ id }) => id === mutant.killedBy)) return mutant;
  return { ...mutant, options: { only: [mutant.killedBy, ...otherChecks], ...mutant.options } };
}

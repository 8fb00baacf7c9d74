import { responseChecks } from '../../../conformance/catalogue.ts';
import type { Mutant } from '../mutant.ts';

// Together they cause responses of every kind.
const otherChecks = [
  'login/returns-a-token',
  'login/wrong-password-is-rejected',
  'mfa/current-code-is-accepted',
  'revocation/revokes-a-key',
  'bodies/must-be-an-object',
  'bodies/other-media-types-are-415',
  'bodies/nesting-depth',
  'paths/unknown-path-is-404',
  'paths/wrong-method-is-405',
  'paths/head-is-405',
  'authorization/only-bearer',
];

/** Checks of every response send no requests, so this runs them together with checks that do. */
export function withOtherTraffic(mutant: Mutant): Mutant {
  if (!responseChecks.some(({ id }) => id === mutant.killedBy)) return mutant;
  return { ...mutant, options: { only: [mutant.killedBy, ...otherChecks], ...mutant.options } };
}

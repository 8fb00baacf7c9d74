import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal, type Refusal } from '../model/outcome.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';

/** Replaces one reason with another. */
function renaming(from: Refusal['reason'], to: Refusal['reason']): Partial<Behaviour> {
  return {
    authenticate: (world, request) => {
      const outcome = correct.authenticate(world, request);
      return isRefusal(outcome) && outcome.reason === from ? { reason: to } : outcome;
    },
  };
}

function challenging(challenge: string | undefined): Partial<Behaviour> {
  return {
    headers: (world, outcome, request) => {
      const { 'WWW-Authenticate': given, ...others } = correct.headers(world, outcome, request);
      return given === undefined || challenge === undefined
        ? others
        : { ...others, 'WWW-Authenticate': challenge };
    },
  };
}

export const tokenChallengeMutants: readonly Mutant[] = [
  ...mutantsOf('tokens/missing-token-is-401', {
    'returns 404 without a token': renaming('token_missing', 'not_found'),
    'reports a missing token as an invalid one': renaming('token_missing', 'token_invalid'),
  }),
  ...mutantsOf('tokens/invalid-token-is-401', {
    'returns 404 for an unknown token': renaming('token_invalid', 'not_found'),
    'reports an unknown token as a missing one': renaming('token_invalid', 'token_missing'),
  }),
  ...mutantsOf('tokens/401-has-a-challenge', {
    'sends no challenge': challenging(undefined),
    'sends a challenge of another scheme': challenging('Basic realm="account"'),
  }),
  ...mutantsOf('tokens/challenge-names-the-invalid-token', {
    'sends a challenge without an error': challenging('Bearer realm="account"'),
  }),
  ...mutantsOf('tokens/challenge-without-token-has-no-error', {
    'always sends an error in the challenge': challenging('Bearer realm="account", error="invalid_token"'),
  }),
  ...mutantsOf('tokens/token-is-checked-before-the-body', {
    'validates the body before the token': {
      authenticate: (world, request) => {
        const owner = correct.authenticate(world, request);
        if (!isRefusal(owner) || request.method !== 'POST') return owner;
        const read = world.behaviour.checkMedia(world, request) ?? world.behaviour.readJson(request.body);
        if (isRefusal(read)) return read;
        const body = world.behaviour.checkGenerate(read.value);
        return isRefusal(body) ? body : owner;
      },
    },
  }),
];

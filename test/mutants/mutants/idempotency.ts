import { randomString } from '../model/accounts.ts';
import { type Behaviour, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import type { Mutants } from '../mutant.ts';
import { rejecting, withBarrier } from '../overrides.ts';

export const ignoringIdempotencyKeys: Partial<Behaviour> = { idempotencyKeyOf: () => undefined };

export const idempotencyMutants: Mutants = {
  'keys/idempotency-repeat: ignores the header': ignoringIdempotencyKeys,
  'keys/idempotency-repeat: rejects the repeated request': {
    repeat: () => refuse('idempotency_conflict'),
  },
  'keys/idempotency-repeat: returns another secret for the same id': {
    repeat: (state, repeatable, description) => {
      const outcome = correct.repeat(state, repeatable, description);
      return isRefusal(outcome)
        ? outcome
        : { data: { ...outcome.data, api_key: `aak_${randomString(49)}` } };
    },
  },
  'keys/idempotency-values-differ: ignores the case of a value': {
    idempotencyKeyOf: (request) => {
      const value = correct.idempotencyKeyOf(request);
      return typeof value === 'string' ? value.toLowerCase() : value;
    },
  },
  'keys/idempotency-conflict: returns the same key for another description': {
    repeat: (state, repeatable) => correct.repeat(state, repeatable, repeatable.description),
  },
  'keys/idempotency-after-revocation: returns the revoked key': {
    repeat: (state, { key, ...repeatable }, description) =>
      correct.repeat(state, { ...repeatable, key: { ...key, revokedAt: undefined } }, description),
  },
  "keys/idempotency-per-user: returns another user's key": {
    repeatableId: (_owner, value) => value,
  },
  "keys/idempotency-per-user: rejects another user's value": {
    run: { isDecided: true },
    generate: async (state, owner, description, value) => {
      const isTaken = [...state.repeatables].some(
        ([id, { key }]) => key.owner !== owner && id.endsWith(` ${value}`),
      );
      return isTaken
        ? refuse('idempotency_conflict')
        : correct.generate(state, owner, description, value);
    },
  },
  'keys/idempotency-concurrent: stores the value after both requests': withBarrier(
    (waitForOther) => ({
      remember: async (...request) => {
        await waitForOther();
        return correct.remember(...request);
      },
    }),
  ),
  'keys/idempotency-concurrent: fails for the second of two parallel requests': withBarrier(
    (waitForOther) => ({
      remember: async (state, id, repeatable) => {
        await waitForOther();
        if (state.repeatables.has(id)) throw new Error('the row exists');
        return correct.remember(state, id, repeatable);
      },
    }),
  ),
  'keys/idempotency-value-format: accepts any value': {
    idempotencyKeyOf: (request) => request.header('idempotency-key'),
  },
  'keys/idempotency-value-format: rejects a value of more than 128 characters': rejecting(
    ({ header }) => (header('idempotency-key') ?? '').length > 128,
    'malformed_request',
  ),
};

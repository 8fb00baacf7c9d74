import { randomString } from '../model/accounts.ts';
import { type Behaviour, isRefusal, refuse, type State } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';
import { withBarrier } from '../overrides.ts';

type Data = Readonly<Record<string, unknown>>;

/** Changes the result of a repeated request. */
function onRepeat(change: (data: Data) => Data): Partial<Behaviour> {
  return {
    repeat: (state, repeatable, description) => {
      const outcome = correct.repeat(state, repeatable, description);
      return isRefusal(outcome) ? outcome : { data: change(outcome.data) };
    },
  };
}

/** Changes which value a request has, if it has one. */
function readValue(change: (value: string) => string | undefined): Partial<Behaviour> {
  return {
    idempotencyKeyOf: (request) => {
      const value = correct.idempotencyKeyOf(request);
      return typeof value === 'string' ? change(value) : value;
    },
  };
}

export const ignoringIdempotencyKeys: Partial<Behaviour> = { idempotencyKeyOf: () => undefined };

const isTaken = ({ repeatables }: State, owner: string, value: string | undefined) =>
  [...repeatables].some(([id, { key }]) => key.owner.id !== owner && id.endsWith(` ${value}`));

export const idempotencyMutants: readonly Mutant[] = [
  ...mutants({
    'keys/idempotency-repeat: ignores the header': ignoringIdempotencyKeys,
    'keys/idempotency-repeat: rejects the repeated request': { repeat: () => refuse('idempotency_conflict') },
    'keys/idempotency-repeat: returns another secret for the same id': onRepeat((data) => ({
      ...data,
      api_key: `aak_${randomString(49)}`,
    })),
    'keys/idempotency-values-differ: ignores the case of a value': readValue((value) => value.toLowerCase()),
    'keys/idempotency-conflict: returns the same key for another description': {
      repeat: (state, repeatable) => correct.repeat(state, repeatable, repeatable.description),
    },
    'keys/idempotency-conflict: reports a conflict as an invalid request': {
      repeat: (state, repeatable, description) =>
        description === repeatable.description
          ? correct.repeat(state, repeatable, description)
          : refuse('malformed_request'),
    },
    'keys/idempotency-after-revocation: returns the revoked key': {
      repeat: (state, { key, ...repeatable }, description) =>
        correct.repeat(state, { ...repeatable, key: { ...key, revokedAt: undefined } }, description),
    },
    'keys/idempotency-after-revocation: generates another key': {
      markRevoked: async (state, key) => {
        await correct.markRevoked(state, key);
        for (const [id, repeatable] of state.repeatables)
          if (repeatable.key === key) state.repeatables.delete(id);
      },
    },
    "keys/idempotency-per-user: returns another user's key": { repeatableId: (_owner, value) => value },
    "keys/idempotency-per-user: rejects another user's value": {
      generate: async (state, owner, description, value) =>
        isTaken(state, owner.id, value)
          ? refuse('idempotency_conflict')
          : correct.generate(state, owner, description, value),
    },
    'keys/idempotency-concurrent: stores the value after both requests': withBarrier((waitForOther) => ({
      remember: async (state, id, repeatable) => {
        await waitForOther();
        return correct.remember(state, id, repeatable);
      },
    })),
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
    'keys/idempotency-value-format: rejects a value of more than 128 characters': {
      idempotencyKeyOf: (request) =>
        (request.header('idempotency-key') ?? '').length > 128
          ? refuse('malformed_request')
          : correct.idempotencyKeyOf(request),
    },
  }),
];

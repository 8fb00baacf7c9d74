import { randomString } from '../model/accounts.ts';
import { type Behaviour, isRefusal, refuse, type State } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
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
  ...mutantsOf('keys/idempotency-repeat', {
    'ignores the header': ignoringIdempotencyKeys,
    'rejects the header': {
      idempotencyKeyOf: (request) =>
        request.header('idempotency-key') === undefined ? undefined : refuse('malformed_request'),
    },
    'rejects the repeated request': { repeat: () => refuse('idempotency_conflict') },
    'returns the key without its secret': onRepeat(({ api_key: _, ...data }) => data),
    'returns another secret for the same id': onRepeat((data) => ({
      ...data,
      api_key: `aak_${randomString(49)}`,
    })),
    'returns another creation time': onRepeat((data) => ({
      ...data,
      created_at: '2026-01-01T00:00:00.000Z',
    })),
  }),
  ...mutantsOf('keys/idempotency-values-differ', {
    'ignores the case of a value': readValue((value) => value.toLowerCase()),
    'reads the first 32 characters of a value': readValue((value) => value.slice(0, 32)),
  }),
  ...mutantsOf('keys/idempotency-conflict', {
    'returns the same key for another description': {
      repeat: (state, repeatable) => correct.repeat(state, repeatable, repeatable.description),
    },
    'generates another key for another description': {
      generate: (state, owner, description, value) =>
        correct.generate(state, owner, description, value && `${value} ${description}`),
    },
    'compares only descriptions that are present': {
      repeat: (state, repeatable, description = repeatable.description) =>
        correct.repeat(state, repeatable, description),
    },
    'reports a conflict as an invalid request': {
      repeat: (state, repeatable, description) =>
        description === repeatable.description
          ? correct.repeat(state, repeatable, description)
          : refuse('malformed_request'),
    },
  }),
  ...mutantsOf('keys/idempotency-after-revocation', {
    'returns the revoked key': {
      repeat: (state, { key, ...repeatable }, description) =>
        correct.repeat(state, { ...repeatable, key: { ...key, revokedAt: undefined } }, description),
    },
    'activates the revoked key': {
      repeat: (state, repeatable, description) => {
        repeatable.key.revokedAt = undefined;
        return correct.repeat(state, repeatable, description);
      },
    },
    'generates another key': {
      markRevoked: async (state, key) => {
        await correct.markRevoked(state, key);
        for (const [id, repeatable] of state.repeatables)
          if (repeatable.key === key) state.repeatables.delete(id);
      },
    },
  }),
  ...mutantsOf('keys/idempotency-per-user', {
    "returns another user's key": { repeatableId: (_owner, value) => value },
    "rejects another user's value": {
      generate: async (state, owner, description, value) =>
        isTaken(state, owner.id, value)
          ? refuse('idempotency_conflict')
          : correct.generate(state, owner, description, value),
    },
  }),
  ...mutantsOf('keys/idempotency-concurrent', {
    'stores the value after both requests': withBarrier((waitForOther) => ({
      remember: async (state, id, repeatable) => {
        await waitForOther();
        return correct.remember(state, id, repeatable);
      },
    })),
    'fails for the second of two parallel requests': withBarrier((waitForOther) => ({
      remember: async (state, id, repeatable) => {
        await waitForOther();
        if (state.repeatables.has(id)) throw new Error('the row exists');
        return correct.remember(state, id, repeatable);
      },
    })),
  }),
  ...mutantsOf('keys/idempotency-value-format', {
    'accepts any value': { idempotencyKeyOf: (request) => request.header('idempotency-key') },
    'cuts a longer value': {
      idempotencyKeyOf: (request) => {
        const value = request.header('idempotency-key')?.slice(0, 255);
        return correct.idempotencyKeyOf({
          ...request,
          headerAll: () => (value === undefined ? [] : [value]),
        });
      },
    },
    'accepts letters outside ASCII': {
      idempotencyKeyOf: (request) => {
        const value = request.header('idempotency-key');
        return value !== undefined && value.length < 256 ? value : correct.idempotencyKeyOf(request);
      },
    },
    'rejects a value of more than 128 characters': {
      idempotencyKeyOf: (request) =>
        (request.header('idempotency-key') ?? '').length > 128
          ? refuse('malformed_request')
          : correct.idempotencyKeyOf(request),
    },
  }),
];

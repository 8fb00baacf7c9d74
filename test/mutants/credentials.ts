import { codeOf } from '../../examples/implementations/node-http/totp.ts';
import {
  type Behaviour,
  isRefusal,
  type Json,
  type Key,
  type LoginBody,
} from './model/behaviour.ts';
import { correct, stepAt } from './model/correct.ts';

type Overrides = Partial<Behaviour>;

export function comparePasswords(equal: (real: string, given: string) => boolean): Overrides {
  return {
    verifyPassword: async (_state, account, given) => equal(account?.password ?? '\0', given),
  };
}

/** Accepts some keys in place of access tokens, which a server may do. */
export function keysAsBearer(accepted: (key: Key) => boolean): Overrides {
  return {
    findSession: (state, given) => {
      const key = [...state.keys.values()].find(({ secret }) => secret === given);
      if (key === undefined) return correct.findSession(state, given);
      return accepted(key)
        ? { token: given, owner: key.owner, until: Number.POSITIVE_INFINITY }
        : undefined;
    },
  };
}
export const isActive = ({ revokedAt }: Key) => revokedAt === undefined;

/** Generates keys that differ from those of a correct server in these fields. */
export function withKey(change: (key: Key, count: number) => Partial<Key>): Overrides {
  let count = 0;
  return {
    newKey: (state, owner, description) => {
      const key = correct.newKey(state, owner, description);
      count += 1;
      return { ...key, ...change(key, count) };
    },
  };
}

export function acceptingCodes(...offsets: readonly number[]): Overrides {
  return {
    matchStep: (state, { totpSecret = '' }, code) =>
      offsets
        .map((offset) => stepAt(state.now()) + offset)
        .find((step) => codeOf(step, totpSecret) === code),
  };
}

export function reading(change: (body: Json) => unknown): Overrides {
  const read = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? change({ ...value })
      : value;
  return {
    checkLogin: (value) => correct.checkLogin(read(value)),
    checkGenerate: (value) => correct.checkGenerate(read(value)),
  };
}

/** Passes login bodies to the operation without a check. */
export const uncheckedLogin: Overrides = {
  readJson: (bytes) => ({ value: JSON.parse(bytes.toString()) }),
  checkLogin: (value) => {
    const checked = correct.checkLogin(value);
    if (!isRefusal(checked)) return checked;
    const body = Object(value);
    // The mutant's error is that these fields may have any type.
    return { ...body, identity: body.identity } as LoginBody;
  },
};

import type { Behaviour, LoginBody } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { isRefusal } from '../model/outcome.ts';

type Data = Readonly<Record<string, unknown>>;
type Change = (data: Data) => Data;

export function withLoginData(change: Change): Partial<Behaviour> {
  return { loginResult: (world, session) => change(correct.loginResult(world, session)) };
}

export function withKeyData(change: Change): Partial<Behaviour> {
  return { generateResult: (world, key) => change(correct.generateResult(world, key)) };
}

export function withRevocationData(change: Change): Partial<Behaviour> {
  return { revokeResult: (world, key) => change(correct.revokeResult(world, key)) };
}

/** Replaces the exact comparison of passwords. */
export function comparePasswords(equal: (real: string, given: string) => boolean): Partial<Behaviour> {
  return { verifyPassword: async (_world, account, given) => equal(account?.password ?? '\0', given) };
}

/** Passes login bodies to the operation without a check. */
export const uncheckedLogin: Partial<Behaviour> = {
  readJson: (bytes) => ({ value: JSON.parse(bytes.toString()) }),
  checkLogin: (value) => {
    const checked = correct.checkLogin(value);
    if (!isRefusal(checked)) return checked;
    const body = Object(value);
    // The mutant's error is that these fields may have any type.
    return { ...body, identity: body.identity } as LoginBody;
  },
};

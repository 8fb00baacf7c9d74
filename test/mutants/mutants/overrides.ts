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

/** Compares passwords in another way than to the letter. */
export function comparePasswords(equal: (real: string, given: string) => boolean): Partial<Behaviour> {
  return { verifyPassword: async (_world, account, given) => equal(account?.password ?? '\0', given) };
}

/** Login bodies that are not checked: whatever is there goes on to the operation as it is. */
export const uncheckedLogin: Partial<Behaviour> = {
  readJson: (bytes) => ({ value: JSON.parse(bytes.toString()) }),
  checkLogin: (value) => {
    const checked = correct.checkLogin(value);
    if (!isRefusal(checked)) return checked;
    const body = Object(value);
    // That these need not be strings is what is wrong with it.
    return { ...body, identity: body.identity } as LoginBody;
  },
};

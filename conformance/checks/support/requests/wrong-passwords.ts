import { mapInParallel } from '../../../map-in-parallel.ts';
import type { Failure } from '../../../outcome.ts';
import { skipCheck } from '../../../outcome.ts';
import type { AccountFixture } from '../../../profile/profile.ts';
import { failures, mustBeRejected } from '../responses/verdicts.ts';
import { defineCheck, type ServiceCheck, type ServiceContext } from '../service-context.ts';
import { loginRequest } from './operation-requests.ts';

/** Fails for each of these passwords that logs in. */
export async function mustRejectPasswords(
  context: ServiceContext,
  { identity }: AccountFixture,
  attempts: Readonly<Record<string, unknown>>,
): Promise<readonly Failure[]> {
  const found = await mapInParallel(context, Object.entries(attempts), async ([key, password]) => {
    const exchange = await context.call(loginRequest({ identity, password }));
    return mustBeRejected(context, exchange, { key, note: `instead of the password: ${key}` });
  });
  return failures(found);
}

interface PasswordCheck {
  readonly id: string;
  readonly rule: string;
  readonly strength: 'safety' | 'shown' | 'decided';
  readonly source: string;
  readonly maxTries: number;
  /** Tries that a good hash may accept, so that only our decision rejects them. */
  readonly decided?: readonly string[];
  tries(password: string): Readonly<Record<string, unknown>>;
}

/** A check that the server rejects each of these passwords. */
export function rejectsPasswords({ maxTries, decided = [], tries, ...rule }: PasswordCheck): ServiceCheck {
  return defineCheck({
    ...rule,
    operation: 'login',
    cost: { logins: 0, failures: maxTries },
    run: async (context) => {
      const account = context.account();
      const { password } = account;
      const other = Object.entries(tries(password)).filter(([, value]) => value !== password);
      if (other.length === 0) return skipCheck('the password of the account has no such variation');
      for (const [, value] of other) {
        // A response may contain a short part of a password by chance.
        if (rule.source === 'password' && typeof value === 'string' && value.length >= password.length - 1) {
          context.secrets.remember('ALTERED_PASSWORD', value);
        }
      }
      const found = await mustRejectPasswords(context, account, Object.fromEntries(other));
      return found.map((failure) =>
        decided.includes(failure.key ?? '') ? { ...failure, strength: 'decided' } : failure,
      );
    },
  });
}

import { type Failure, safety, shown, skipCheck } from '../../../engine/index.ts';
import type { AccountFixture } from '../../profile/service-profile.ts';
import { bearer, loginRequest, wrongPassword } from '../support/requests/operation-requests.ts';
import { failuresOf } from '../support/responses/verdicts.ts';
import {
  loginCheck,
  type ServiceContext,
  serviceChecks,
  type UnnamedCheck,
} from '../support/service-context.ts';
import { noTexts, rejectsLogins } from '../support/variations.ts';

export const passwordChecks = serviceChecks(safety('password'), {
  'login/wrong-password-is-rejected': rejectsPasswords({
    rule: 'Rejects a wrong password.',
    ...shown('1.1'),
    maxTries: 1,
    tries: () => ({ 'another password': wrongPassword }),
  }),
  'login/empty-password-is-rejected': rejectsPasswords({
    rule: 'Rejects a password that is empty or only a space.',
    ...shown('1.1'),
    maxTries: 2,
    tries: () => ({ empty: '', space: ' ' }),
  }),
  'login/password-must-be-a-string': rejectsPasswords({
    rule: 'Rejects true, 0, null, a list and an object in place of a password.',
    ...safety('4.1-password'),
    maxTries: 7,
    tries: () => ({ ...noTexts, 'an operator that matches any text': { $gt: '' } }),
  }),
  'login/password-is-not-a-pattern': rejectsPasswords({
    rule: 'Compares passwords as text: rejects wildcards, SQL fragments and words such as `null`.',
    ...shown('1.1'),
    maxTries: 7,
    tries: () => ({
      '%': '%',
      '*': '*',
      '.*': '.*',
      "' OR '1'='1": "' OR '1'='1",
      null: 'null',
      undefined: 'undefined',
      '[object Object]': '[object Object]',
    }),
  }),
  'login/password-of-another-user-is-rejected': loginCheck({
    rule: 'Rejects the password of another user.',
    ...shown('1.1'),
    needs: ['account', 'secondAccount'],
    cost: { logins: 0, failures: 1 },
    run: async (context) => {
      const [account, other] = [context.account(), context.account('secondAccount')];
      if (account.password === other.password)
        return skipCheck('both accounts of the profile have the same password');
      return mustRejectPasswords(context, account, {
        'the password of the second account': other.password,
      });
    },
  }),
  'login/token-does-not-replace-the-password': loginCheck({
    rule: 'Rejects a wrong password also with a valid access token in the `Authorization` header.',
    ...shown('1.1'),
    cost: { logins: 0, failures: 1 },
    run: async (context) => {
      const { identity } = context.account();
      const headers = bearer(await context.sessions.live());
      const body = { identity, password: wrongPassword };
      return context.mustBeRejected(await context.call(loginRequest(body, { headers })));
    },
  }),
  'login/password-is-required': rejectsLogins({
    rule: 'Rejects a login without a password.',
    cost: { logins: 0, failures: 2 },
    bodies: ({ identity }, { profile: { fixtures } }) => ({
      '': { identity },
      ...(fixtures.mfaAccount && { 'with MFA': { identity: fixtures.mfaAccount.identity } }),
    }),
  }),
});

export async function mustRejectPasswords(
  context: ServiceContext,
  { identity }: AccountFixture,
  attempts: Readonly<Record<string, unknown>>,
): Promise<readonly Failure[]> {
  return failuresOf(context, Object.entries(attempts), async ([key, password]) => {
    const exchange = await context.call(loginRequest({ identity, password }));
    return context.mustBeRejected(exchange, { key, note: `instead of the password: ${key}` });
  });
}

interface PasswordCheck extends Pick<UnnamedCheck, 'rule' | 'basis' | 'source'> {
  readonly maxTries: number;
  /** Tries that a good hash may accept, so that only our decision rejects them. */
  readonly decided?: readonly string[];
  tries(password: string): Readonly<Record<string, unknown>>;
}

export function rejectsPasswords({
  maxTries,
  decided = [],
  tries,
  ...rule
}: PasswordCheck): UnnamedCheck {
  return loginCheck({
    ...rule,
    cost: { logins: 0, failures: maxTries },
    run: async (context) => {
      const account = context.account();
      const { password } = account;
      const other = Object.entries(tries(password)).filter(([, value]) => value !== password);
      if (other.length === 0) return skipCheck('the password of the account has no such variation');
      for (const [, value] of other) {
        // A response may contain a short part of a password by chance.
        if (rule.source === 'password' && typeof value === 'string')
          context.secrets.remember('ALTERED_PASSWORD', value, value.length >= password.length - 1);
      }
      const found = await mustRejectPasswords(context, account, Object.fromEntries(other));
      return found.map((failure) =>
        decided.includes(failure.key ?? '') ? { ...failure, basis: 'decided' } : failure,
      );
    },
  });
}

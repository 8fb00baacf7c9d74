import { loginRequest, wrongPassword } from '../support/requests/operation-requests.ts';
import { mustMatch, mustMatchInText } from '../support/responses/matching-responses.ts';
import { dataOf } from '../support/responses/service-response.ts';
import { failures, mustBeRejected, mustHaveCode } from '../support/responses/verdicts.ts';
import {
  defineCheck,
  oncePerRun,
  type ServiceCheck,
  type ServiceContext,
} from '../support/service-context.ts';
import { unknownIdentity } from './identity.ts';

/** A login with a wrong password, with which the other rejections are compared. */
export const wrongLogin = oncePerRun((context) =>
  context.call(loginRequest({ identity: context.account().identity, password: wrongPassword })),
);

const unknownLogin = oncePerRun((context) =>
  context.call(loginRequest({ identity: unknownIdentity(context), password: wrongPassword })),
);

/** Sends two logins that differ only in the identity: of an account, and of none. */
async function loginsThatMustMatch(context: ServiceContext, password?: string) {
  const known = await context.call(loginRequest({ identity: context.account().identity, password }));
  const unknown = await context.call(loginRequest({ identity: unknownIdentity(context), password }));
  return [known, unknown] as const;
}

const disabledLogin = oncePerRun((context) => {
  const { identity, password } = context.account('disabledAccount');
  return context.call(loginRequest({ identity, password }));
});

export const rejectedLoginChecks: readonly ServiceCheck[] = [
  defineCheck({
    id: 'login/rejection-has-no-token',
    rule: 'Returns no access token when it rejects a login.',
    strength: 'shown',
    source: '1.1',
    operation: 'login',
    cost: { logins: 0, failures: 2 },
    run: async (context) =>
      failures(
        [await wrongLogin(context), await unknownLogin(context)]
          .filter((exchange) => !context.outcomeOf(exchange).success)
          .filter((exchange) => typeof dataOf(exchange).access_token === 'string')
          .map((exchange) => ({
            expected: 'no data.access_token',
            got: 'an access token in the rejection',
            exchanges: [exchange],
          })),
      ),
  }),
  defineCheck({
    id: 'login/wrong-password-is-401',
    rule: 'Returns 401 `invalid_credentials` for a wrong password.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    run: async (context) => mustHaveCode(context, await wrongLogin(context), 401, 'invalid_credentials'),
  }),
  defineCheck({
    id: 'login/same-response-for-unknown-identity',
    rule: 'Returns the same status, headers and body for an unknown identity as for a wrong password.',
    strength: 'safety',
    source: 'mfa',
    operation: 'login',
    run: async (context) =>
      mustMatchInText([await wrongLogin(context), await unknownLogin(context)], () =>
        loginsThatMustMatch(context, wrongPassword),
      ),
  }),
  defineCheck({
    id: 'login/disabled-account-is-rejected',
    rule: 'Rejects a login to a disabled account.',
    strength: 'safety',
    source: 'mfa',
    operation: 'login',
    needs: ['account', 'disabledAccount'],
    cost: { logins: 0, failures: 1 },
    run: async (context) => mustBeRejected(context, await disabledLogin(context)),
  }),
  defineCheck({
    id: 'login/same-response-for-disabled-account',
    rule: 'Returns the same status, headers and body for a disabled account as for a wrong password.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    needs: ['account', 'disabledAccount'],
    run: async (context) => mustMatch(await wrongLogin(context), await disabledLogin(context)),
  }),
  defineCheck({
    id: 'login/same-response-without-password',
    rule: 'Returns the same 401 `password_required` for known and unknown identities when the password is missing.',
    strength: 'decided',
    source: 'mfa',
    operation: 'login',
    cost: { logins: 0, failures: 2 },
    run: async (context) => {
      const pair = await loginsThatMustMatch(context);
      return failures([
        mustHaveCode(context, pair[0], 401, 'password_required', { key: 'code' }),
        await mustMatchInText(pair, () => loginsThatMustMatch(context), 'same response'),
      ]);
    },
  }),
];

import { decided, mismatch, safety, shown } from '../../../engine/index.ts';
import { wrongLogin } from '../login/rejected-login.ts';
import {
  acceptedCode,
  firstCodeLogin,
  mfaLogin,
  unusedCode,
} from '../support/one-time-codes/code-logins.ts';
import { requireSameClock } from '../support/one-time-codes/one-time-codes.ts';
import { loginRequest, wrongPassword } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse } from '../support/responses/service-response.ts';
import { failures, mustMatch } from '../support/responses/verdicts.ts';
import {
  aloneOn,
  loginCheck,
  mfaCheck,
  oncePerRun,
  serviceChecks,
} from '../support/service-context.ts';

const withoutCode = oncePerRun((context) => mfaLogin(context, undefined));

export const codeRequiredChecks = serviceChecks(decided('mfa'), {
  'mfa/current-code-is-accepted': mfaCheck({
    rule: 'Accepts the correct password with the current one-time code.',
    ...shown('4.1-otp'),
    cost: { logins: 1, failures: 1 },
    run: async (context) => {
      const { attempts, loggedIn } = await firstCodeLogin(context);
      if (loggedIn) return undefined;
      const exchanges = attempts.map(({ exchange }) => exchange);
      const last = exchanges.at(-1);
      if (last) requireSameClock(last);
      return mismatch('success', last ? describeResponse(last) : 'no response', exchanges);
    },
  }),
  'mfa/mfa-enabled-is-true': mfaCheck({
    rule: 'Returns `mfa_enabled` true for an account with multi-factor authentication.',
    ...shown('2.2-mfa_enabled'),
    ...aloneOn(acceptedCode)(async ({ exchange }) => {
      if (dataOf(exchange).mfa_enabled !== false) return undefined;
      return mismatch('mfa_enabled true', 'false', [exchange]);
    }),
  }),
  'mfa/code-is-required': mfaCheck({
    rule: 'Rejects the correct password without a one-time code for an account with multi-factor authentication.',
    ...safety('mfa'),
    cost: { logins: 0, failures: 1 },
    run: async (context) => context.mustBeRejected(await withoutCode(context)),
  }),
  'mfa/missing-code-is-401': mfaCheck({
    rule: 'Returns 401 `otp_required` for the correct password without a one-time code.',
    run: async (context) => context.mustHaveCode(await withoutCode(context), 401, 'otp_required'),
  }),
  'mfa/code-does-not-replace-password': mfaCheck({
    rule: 'Rejects a missing or wrong password, even with the correct one-time code.',
    ...shown('1.1'),
    cost: { logins: 0, failures: 2 },
    stage: 1,
    ...aloneOn(unusedCode)(async ({ wrongPassword, noPassword }, context) =>
      failures([context.mustBeRejected(wrongPassword), context.mustBeRejected(noPassword, 'none')]),
    ),
  }),
  'mfa/same-response-for-wrong-password': loginCheck({
    rule: 'Returns the same response to a wrong password with or without multi-factor authentication or a code.',
    needs: ['account', 'mfaAccount'],
    cost: { logins: 0, failures: 2 },
    run: async (context) => {
      const reference = await wrongLogin(context);
      const without = await mfaLogin(context, undefined, wrongPassword);
      const withCode = await mfaLogin(context, '000000', wrongPassword);
      return [
        mustMatch(reference, without, 'without a code'),
        mustMatch(reference, withCode, 'with a code'),
      ].filter((found) => found !== undefined);
    },
  }),
  'mfa/code-is-ignored-without-mfa': loginCheck({
    rule: 'Ignores a one-time code for an account without multi-factor authentication.',
    cost: { logins: 1, failures: 0 },
    run: async (context) => {
      const { identity, password } = context.account();
      return context.mustSucceed(
        await context.call(loginRequest({ identity, password, otp: '123456' })),
      );
    },
  }),
});

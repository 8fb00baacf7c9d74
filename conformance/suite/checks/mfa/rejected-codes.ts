import { decided, mismatch, safety, skipCheck } from '../../../engine/index.ts';
import {
  acceptedCode,
  codeAt,
  firstWrongCode,
  mfaLogin,
  mustRejectCodes,
} from '../support/one-time-codes/code-logins.ts';
import { callWithinOneStep, waitForStableStep } from '../support/one-time-codes/one-time-codes.ts';
import { loginRequest } from '../support/requests/operation-requests.ts';
import { describeResponse } from '../support/responses/service-response.ts';
import { judgeInTurn } from '../support/responses/verdicts.ts';
import { loginCheck, mfaCheck, oncePerRun, serviceChecks } from '../support/service-context.ts';
import { noTexts } from '../support/variations.ts';

const wrongCode = oncePerRun((context) =>
  mfaLogin(context, firstWrongCode(context, ['271828', '314159', '141421', '577215'])),
);

const dayOfSteps = 2_880;

export const rejectedCodeChecks = serviceChecks(safety('RFC 4226 7.2'), {
  'mfa/wrong-code-is-rejected': mfaCheck({
    rule: 'Rejects a wrong one-time code.',
    cost: { logins: 0, failures: 1 },
    run: async (context) => context.mustBeRejected(await wrongCode(context)),
  }),
  'mfa/wrong-code-is-401': mfaCheck({
    rule: 'Returns 401 `otp_invalid` for a wrong one-time code.',
    ...decided('mfa'),
    run: async (context) => context.mustHaveCode(await wrongCode(context), 401, 'otp_invalid'),
  }),
  'mfa/common-codes-are-rejected': mfaCheck({
    rule: 'Rejects empty one-time codes and common test codes such as `000000` and `123456`.',
    cost: { logins: 0, failures: 7 },
    run: (context) =>
      mustRejectCodes(context, {
        empty: '',
        space: ' ',
        '000000': '000000',
        '123456': '123456',
        '0': '0',
        null: 'null',
        undefined: 'undefined',
      }),
  }),
  'mfa/code-must-be-a-string': mfaCheck({
    rule: 'Rejects true, false, 0, null, a list and an object in place of a one-time code.',
    ...safety('4.1-otp'),
    cost: { logins: 0, failures: 8 },
    run: (context) =>
      mustRejectCodes(context, {
        ...noTexts,
        false: false,
        'a list of wrong codes': ['000000', '000001'],
      }),
  }),
  'mfa/partial-code-is-rejected': mfaCheck({
    rule: 'Rejects a part of a one-time code, and one with an extra digit.',
    cost: { logins: 0, failures: 4 },
    run: async (context) => {
      await acceptedCode(context);
      for (let count = 0; count < 3; count += 1) {
        await waitForStableStep(context);
        // The code must be unused and not about to expire, or the server would reject its variants for that reason.
        const step = context.codes.fresh('mfaAccount');
        const code = context.codes.at('mfaAccount', step);
        const found = await mustRejectCodes(context, {
          'its first five digits': code.slice(0, 5),
          'its last five digits': code.slice(1),
          'its first digit': code.slice(0, 1),
          'one more digit': `${code}0`,
        });
        if (found.length > 0 || context.codes.step() <= step) return found;
      }
      return skipCheck('the code expired during the check');
    },
  }),
  'mfa/secret-is-not-a-code': mfaCheck({
    rule: 'Rejects the shared TOTP secret in place of a one-time code.',
    cost: { logins: 0, failures: 1 },
    run: (context) => {
      const { totpSecret } =
        context.profile.fixtures.mfaAccount ?? skipCheck('the profile has no account with MFA');
      return mustRejectCodes(context, { 'the secret': totpSecret });
    },
  }),
  'mfa/code-of-another-day-is-rejected': mfaCheck({
    rule: 'Rejects the one-time codes of yesterday, tomorrow and the Unix epoch.',
    ...safety('RFC 6238 4.2'),
    cost: { logins: 0, failures: 3 },
    run: (context) => {
      const { codes } = context;
      const around = (offset: number) => [0, 1, -1].map((more) => codeAt(context, offset + more));
      return mustRejectCodes(context, {
        yesterday: firstWrongCode(context, around(-dayOfSteps)),
        tomorrow: firstWrongCode(context, around(dayOfSteps)),
        'the Unix epoch': firstWrongCode(
          context,
          [0, 1, 2].map((step) => codes.at('mfaAccount', step)),
        ),
      });
    },
  }),
  'mfa/drift-is-one-step-at-most': mfaCheck({
    rule: 'Rejects a one-time code two or more time steps old or early.',
    ...safety('RFC 6238 5.2'),
    cost: { logins: 0, failures: 4 },
    exclusive: true,
    run: async (context) => {
      // Log in with a current code first: on a server that accepts early codes, an early one would use up the current ones.
      await acceptedCode(context);
      // An account that has not logged in yet may accept an old code that a login would make invalid.
      const unused = context.profile.fixtures.secondMfaAccount ? 'secondMfaAccount' : 'mfaAccount';
      const tries = [
        [-3, unused],
        [3, unused],
        [-2, 'mfaAccount'],
        [2, 'mfaAccount'],
      ] as const;
      return judgeInTurn(tries, async ([offset, name]) => {
        const { identity, password } = context.account(name);
        const { step, exchange } = await callWithinOneStep(context, (now) =>
          context.call(
            loginRequest({ identity, password, otp: context.codes.at(name, now + offset) }),
          ),
        );
        if (!context.outcomeOf(exchange).success) return undefined;
        context.codes.spend(name, step + offset);
        const failure = mismatch(
          'a rejection',
          describeResponse(exchange),
          [exchange],
          `${offset} steps`,
        );
        return Math.abs(offset) > 2 ? failure : { ...failure, ...decided('mfa') };
      });
    },
    stage: 3,
  }),
  'mfa/code-of-another-user-is-rejected': loginCheck({
    rule: 'Rejects the current one-time code of another user.',
    ...safety('RFC 6238 3'),
    needs: ['mfaAccount', 'secondMfaAccount'],
    cost: { logins: 0, failures: 1 },
    run: (context) =>
      mustRejectCodes(context, {
        "another user's code": context.codes.at('secondMfaAccount', context.codes.step()),
      }),
  }),
});

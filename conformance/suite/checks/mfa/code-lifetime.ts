import { decided, mismatch, safety, skipCheck } from '../../../engine/index.ts';
import {
  acceptedCode,
  acceptedEarly,
  mfaLogin,
  simultaneousFirstLogins,
  simultaneousLogins,
  whileCodeIsValid,
} from '../support/one-time-codes/code-logins.ts';
import {
  callWithinOneStep,
  requireSameClock,
  waitForNextStep,
} from '../support/one-time-codes/one-time-codes.ts';
import { loginRequest } from '../support/requests/operation-requests.ts';
import { dataOf, describeResponse } from '../support/responses/service-response.ts';
import { failuresOf } from '../support/responses/verdicts.ts';
import { loginCheck, mfaCheck, serviceChecks } from '../support/service-context.ts';

export const codeLifetimeChecks = serviceChecks(safety('RFC 6238 5.2'), {
  'mfa/used-code-is-rejected': mfaCheck({
    rule: 'Rejects a one-time code that was already used.',
    cost: { logins: 1, failures: 1 },
    run: (context) =>
      whileCodeIsValid(context, async ({ otp, exchange: first }) => {
        const exchange = await mfaLogin(context, otp);
        return context.mustBeRejected(exchange, { exchanges: [first, exchange] });
      }),
  }),
  'mfa/rewritten-used-code-is-rejected': mfaCheck({
    rule: 'Rejects a used one-time code with added spaces, zeros or signs, or in full-width digits.',
    cost: { logins: 1, failures: 6 },
    run: (context) =>
      whileCodeIsValid(context, async ({ otp, exchange: first }) => {
        const variants = {
          'a space after it': `${otp} `,
          'a space before it': ` ${otp}`,
          'a space inside': `${otp.slice(0, 3)} ${otp.slice(3)}`,
          'a zero before it': `0${otp}`,
          'a sign before it': `+${otp}`,
          'full-width digits': otp.replaceAll(/\d/g, (digit) =>
            String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
          ),
        };
        return failuresOf(context, Object.entries(variants), async ([key, other]) => {
          context.secrets.remember('OTP', other);
          const exchange = await mfaLogin(context, other);
          return context.mustBeRejected(exchange, { key, exchanges: [first, exchange] });
        });
      }),
  }),
  'mfa/concurrent-code-is-accepted-once': mfaCheck({
    rule: 'Accepts a one-time code only once, even in parallel.',
    cost: { logins: 1, failures: 20 },
    stage: 1,
    run: async (context) => {
      const shared = await simultaneousLogins(context);
      const { exchanges, loggedIn } =
        shared.loggedIn.length > 0 ? shared : await simultaneousFirstLogins(context);
      if (loggedIn.length === 1) return undefined;
      if (loggedIn.length === 0) return skipCheck('the server rejected the code every time');
      const tokens = new Set(loggedIn.map((exchange) => dataOf(exchange).access_token));
      const got = `${loggedIn.length} successful logins of ${exchanges.length}, with ${tokens.size} tokens`;
      return mismatch('one successful login', got, loggedIn.slice(0, 2));
    },
  }),
  'mfa/wrong-password-does-not-use-the-code': mfaCheck({
    rule: 'Accepts a one-time code that was sent before with a wrong password.',
    ...decided('mfa'),
    // The check before this one sends the requests and has the same cost.
    cost: { logins: 1, failures: 20 },
    stage: 1,
    run: async (context) => {
      const { exchanges, loggedIn, wrongPassword, duringItsStep } =
        await simultaneousLogins(context);
      const [first] = exchanges;
      if (loggedIn.length > 0 || first === undefined) return undefined;
      if (!duringItsStep) return skipCheck('the code expired during the check');
      if (context.outcomeOf(wrongPassword).success)
        return skipCheck('the server accepted the wrong password');
      requireSameClock(first);
      return mismatch('success with the same code', describeResponse(first), [
        wrongPassword,
        first,
      ]);
    },
  }),
  'mfa/next-code-is-accepted': mfaCheck({
    rule: 'Accepts the one-time code of the next time step.',
    ...decided('mfa'),
    cost: { logins: 1, failures: 0 },
    stage: 2,
    run: async (context) => {
      await acceptedCode(context);
      if (acceptedEarly.has(context)) return undefined;
      while (context.codes.ready('mfaAccount') === 0) {
        if (!(await waitForNextStep(context)))
          skipCheck('the one-time codes of this minute are used up');
      }
      const { exchange } = await callWithinOneStep(context, (step) => {
        context.codes.spend('mfaAccount', step + 1);
        return mfaLogin(context, context.codes.at('mfaAccount', step + 1));
      });
      return context.mustSucceed(exchange);
    },
  }),
  'mfa/previous-code-is-accepted': mfaCheck({
    rule: 'Accepts the one-time code of the previous time step.',
    ...decided('mfa'),
    cost: { logins: 1, failures: 0 },
    stage: 2,
    run: async (context) => {
      const { offset } = await acceptedCode(context);
      if (offset === -1) return undefined;
      // An earlier run may have used this account's code, so only another account shows the reason for the rejection.
      const second = context.profile.fixtures.secondMfaAccount;
      if (second === undefined)
        return skipCheck('the server rejected the code, which an earlier run may have used');
      const { identity, password } = second;
      const { exchange } = await callWithinOneStep(context, (step) => {
        const otp = context.codes.at('secondMfaAccount', step - 1);
        return context.call(loginRequest({ identity, password, otp }));
      });
      return context.mustSucceed(exchange);
    },
  }),
  'mfa/recovery-code-is-accepted-once': loginCheck({
    rule: 'Accepts a recovery code only once.',
    ...safety('mfa'),
    // Each code works only once in the life of the account, so the check runs only on demand.
    needs: ['mfaAccount', 'recoveryCodes', 'destructive'],
    cost: { logins: 1, failures: 2 },
    run: async (context) => {
      for (const code of context.profile.fixtures.mfaAccount?.recoveryCodes ?? []) {
        const first = await mfaLogin(context, code);
        if (!context.outcomeOf(first).success) continue;
        const second = await mfaLogin(context, code);
        return context.mustBeRejected(second, { exchanges: [first, second] });
      }
      return skipCheck(
        'the server rejected every recovery code of the profile: they may be used up',
      );
    },
  }),
});

import { codeOf } from '../../../examples/implementations/node-http/totp.ts';
import { acceptingCodes, uncheckedLogin } from '../credentials.ts';
import type { Behaviour } from '../model/behaviour.ts';
import { correct, stepAt } from '../model/correct.ts';
import { destructive, each, type Mutants } from '../mutant.ts';
import { renaming, withBarrier, withLoginData } from '../overrides.ts';

function alsoAccepting(
  opens: (code: string, secret: string, now: number) => boolean,
): Partial<Behaviour> {
  return {
    ...uncheckedLogin,
    useCode: async (state, account, code) =>
      opens(code, account.totpSecret ?? '', stepAt(state.now())) ||
      correct.useCode(state, account, code),
  };
}

/** Changes a code before comparing it, so that a used code written in another way is accepted again. */
function readingCode(read: (code: string) => string): Partial<Behaviour> {
  const used = new Set<string>();
  return {
    useCode: async (state, account, code) => {
      if (used.has(code) || state.behaviour.matchStep(state, account, read(code)) === undefined)
        return false;
      used.add(code);
      return true;
    },
  };
}

export const mfaMutants: Mutants = {
  'mfa/drift-is-one-step-at-most: accepts a code two steps late': {
    ...alsoAccepting((code, secret, now) => code === codeOf(now - 2, secret)),
    run: { isDecided: true },
  },
  'mfa/drift-is-one-step-at-most: accepts a code two steps early': {
    ...acceptingCodes(-1, 0, 1, 2),
    run: { isDecided: true },
  },
  'mfa/current-code-is-accepted: accepts no code': { useCode: async () => false },
  'mfa/mfa-enabled-is-true: always returns mfa_enabled false': withLoginData({
    mfa_enabled: false,
  }),
  'mfa/code-is-required: requires no code': {
    findAccount: (state, identity) => {
      const account = correct.findAccount(state, identity);
      return account && { ...account, totpSecret: undefined };
    },
  },
  'mfa/missing-code-is-401: treats a missing code as a wrong one': {
    login: async (state, body) => correct.login(state, { ...body, otp: body.otp ?? 'none' }),
  },
  'mfa/code-does-not-replace-password: accepts the code without the password': {
    login: async (state, body) => {
      const account = state.behaviour.findAccount(state, body.identity);
      const step = account?.totpSecret && state.behaviour.matchStep(state, account, body.otp ?? '');
      return correct.login(state, step ? { ...body, password: account.password } : body);
    },
  },
  'mfa/code-does-not-replace-password: requires no password with a code': {
    login: async (state, body) => {
      const { password = '' } = state.behaviour.findAccount(state, body.identity) ?? {};
      return correct.login(state, body.otp === undefined ? body : { password, ...body });
    },
  },
  'mfa/same-response-for-wrong-password: requires the code before it checks the password': {
    login: async (state, body) => {
      const guarded = state.behaviour.findAccount(state, body.identity)?.totpSecret !== undefined;
      return guarded && body.otp === undefined
        ? { reason: 'otp_required' }
        : correct.login(state, body);
    },
  },
  'mfa/wrong-password-does-not-use-the-code: uses the code up with a wrong password': {
    login: async (state, body) => {
      const outcome = await correct.login(state, body);
      const account = state.behaviour.findAccount(state, body.identity);
      const step = account?.totpSecret && state.behaviour.matchStep(state, account, body.otp ?? '');
      if (account && step) account.lastStep = Math.max(account.lastStep, step);
      return outcome;
    },
  },
  'mfa/code-is-ignored-without-mfa: rejects a code without MFA': {
    login: async (state, body) => {
      const account = state.behaviour.findAccount(state, body.identity);
      if (account?.totpSecret === undefined && body.otp !== undefined)
        return { reason: 'otp_invalid' };
      return correct.login(state, body);
    },
  },
  ...each(alsoAccepting, {
    'mfa/wrong-code-is-rejected: accepts any six digits': (code) => /^\d{6}$/.test(code),
    'mfa/common-codes-are-rejected: accepts a code left over from testing': (code) =>
      code === '123456',
    'mfa/code-must-be-a-string: accepts true': (code) => Object.is(code, true),
    'mfa/partial-code-is-rejected: accepts the beginning of a code': (code, secret, now) =>
      [now, now + 1].some((step) => codeOf(step, secret).startsWith(code)),
    'mfa/secret-is-not-a-code: accepts the secret': (code, secret) => code === secret,
    'mfa/code-of-another-day-is-rejected: accepts the code of step 0': (code, secret) =>
      code === codeOf(0, secret),
  }),
  'mfa/wrong-code-is-401: reports a wrong code as wrong credentials': renaming({
    otp_invalid: 'invalid_credentials',
  }),
  'mfa/code-of-another-day-is-rejected: accepts a code of the last days': acceptingCodes(
    0,
    -1,
    -2_880,
    -2_879,
    -2_881,
  ),
  'mfa/drift-is-one-step-at-most: accepts a code three steps late': acceptingCodes(-3, -1, 0, 1),
  'mfa/drift-is-one-step-at-most: accepts a code three steps early': acceptingCodes(-1, 0, 1, 3),
  "mfa/code-of-another-user-is-rejected: accepts another user's code": {
    useCode: async (state, account, code) =>
      (await correct.useCode(state, account, code)) ||
      [...state.accounts.values()].some(
        (other) => other.totpSecret && state.behaviour.matchStep(state, other, code) !== undefined,
      ),
  },
  'mfa/used-code-is-rejected: accepts a code more than once': {
    useCode: async (state, account, code) =>
      state.behaviour.matchStep(state, account, code) !== undefined,
  },
  ...each(readingCode, {
    'mfa/rewritten-used-code-is-rejected: accepts a used code with a space at the end': (code) =>
      code.trim(),
    'mfa/rewritten-used-code-is-rejected: accepts a used code in other digits': (code) =>
      code.normalize('NFKC'),
  }),
  'mfa/concurrent-code-is-accepted-once: marks a code as used too late': withBarrier(
    (waitForOther) => ({
      useCode: async (state, account, code) => {
        const step = state.behaviour.matchStep(state, account, code);
        if (step === undefined || step <= account.lastStep) return false;
        await waitForOther();
        account.lastStep = step;
        return true;
      },
    }),
  ),
  'mfa/next-code-is-accepted: accepts no code early': acceptingCodes(0, -1),
  'mfa/previous-code-is-accepted: accepts no code late': acceptingCodes(1, 0),
  'mfa/recovery-code-is-accepted-once: accepts a recovery code more than once': {
    useCode: async (state, account, code) =>
      account.recoveryCodes.has(code) || correct.useCode(state, account, code),
    run: destructive,
  },
};

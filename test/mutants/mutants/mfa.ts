import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { codeOf, stepAt } from '../model/totp.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withBarrier } from './barrier.ts';
import { uncheckedLogin, withLoginData } from './overrides.ts';

/** Accepts other codes in addition to the right ones. */
function alsoAccepting(opens: (code: string, secret: string, now: number) => boolean): Partial<Behaviour> {
  return {
    ...uncheckedLogin,
    useCode: async (world, account, code) =>
      opens(code, account.totpSecret ?? '', stepAt(world.now())) || correct.useCode(world, account, code),
  };
}

/** Accepts the codes of the steps at these offsets. */
function within(offsets: readonly number[]): Partial<Behaviour> {
  return {
    matchStep: (world, { totpSecret = '' }, code) =>
      offsets.map((offset) => stepAt(world.now()) + offset).find((step) => codeOf(totpSecret, step) === code),
  };
}

/** Changes a code before comparing it, so that a used code written in another way is accepted again. */
function reading(read: (code: string) => string): Partial<Behaviour> {
  const used = new Set<string>();
  return {
    useCode: async (world, account, code) => {
      if (used.has(code) || world.behaviour.matchStep(world, account, read(code)) === undefined) return false;
      used.add(code);
      return true;
    },
  };
}

export const mfaMutants: readonly Mutant[] = [
  ...mutantsOf('mfa/current-code-is-accepted', { 'accepts no code': { useCode: async () => false } }),
  ...mutantsOf('mfa/mfa-enabled-is-true', {
    'always returns mfa_enabled false': withLoginData((data) => ({ ...data, mfa_enabled: false })),
  }),
  ...mutantsOf('mfa/code-is-required', {
    'requires no code': {
      findAccount: (world, identity) => {
        const account = correct.findAccount(world, identity);
        return account && { ...account, totpSecret: undefined };
      },
    },
  }),
  ...mutantsOf('mfa/missing-code-is-401', {
    'treats a missing code as a wrong one': {
      login: async (world, body) => correct.login(world, { ...body, otp: body.otp ?? 'none' }),
    },
  }),
  ...mutantsOf('mfa/code-does-not-replace-password', {
    'accepts the code without the password': {
      login: async (world, body) => {
        const account = world.behaviour.findAccount(world, body.identity);
        const step = account?.totpSecret && world.behaviour.matchStep(world, account, body.otp ?? '');
        return correct.login(world, step ? { ...body, password: account.password } : body);
      },
    },
  }),
  ...mutantsOf('mfa/same-response-for-wrong-password', {
    'requires the code before it checks the password': {
      login: async (world, body) => {
        const guarded = world.behaviour.findAccount(world, body.identity)?.totpSecret !== undefined;
        return guarded && body.otp === undefined ? { reason: 'otp_required' } : correct.login(world, body);
      },
    },
  }),
  ...mutantsOf('mfa/wrong-password-does-not-use-the-code', {
    'uses the code up with a wrong password': {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        const account = world.behaviour.findAccount(world, body.identity);
        if ('reason' in outcome && account?.totpSecret) {
          const step = world.behaviour.matchStep(world, account, body.otp ?? '');
          account.lastStep = Math.max(account.lastStep, step ?? 0);
        }
        return outcome;
      },
    },
  }),
  ...mutantsOf('mfa/code-is-ignored-without-mfa', {
    'rejects a code without MFA': {
      login: async (world, body) => {
        const account = world.behaviour.findAccount(world, body.identity);
        if (account?.totpSecret === undefined && body.otp !== undefined) return { reason: 'otp_invalid' };
        return correct.login(world, body);
      },
    },
  }),
  ...mutantsOf('mfa/wrong-code-is-rejected', {
    'accepts any code': alsoAccepting(() => true),
    'accepts any six digits': alsoAccepting((code) => /^\d{6}$/.test(code)),
  }),
  ...mutantsOf('mfa/wrong-code-is-401', {
    'reports a wrong code as wrong credentials': {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        const wrong = 'reason' in outcome && outcome.reason === 'otp_invalid';
        return wrong ? { reason: 'invalid_credentials' } : outcome;
      },
    },
  }),
  ...mutantsOf('mfa/common-codes-are-rejected', {
    'accepts a code left over from testing': alsoAccepting((code) => code === '123456'),
    'accepts an empty code': alsoAccepting((code) => code === ''),
  }),
  ...mutantsOf('mfa/code-must-be-a-string', {
    'accepts true': alsoAccepting((code) => Object.is(code, true)),
    'accepts an empty list': alsoAccepting((code) => Array.isArray(code) && code.length === 0),
  }),
  ...mutantsOf('mfa/partial-code-is-rejected', {
    'accepts the beginning of a code': alsoAccepting((code, secret, now) =>
      [now, now + 1].some((step) => codeOf(secret, step).startsWith(code)),
    ),
    'cuts a longer code': alsoAccepting((code, secret, now) =>
      [now, now + 1].some((step) => codeOf(secret, step) === String(code).slice(0, 6)),
    ),
  }),
  ...mutantsOf('mfa/secret-is-not-a-code', {
    'accepts the secret': alsoAccepting((code, secret) => code === secret),
  }),
  ...mutantsOf('mfa/code-of-another-day-is-rejected', {
    'accepts a code of the last days': within([0, -1, -2_880, -2_879, -2_881]),
    'accepts the code of step 0': alsoAccepting((code, secret) => code === codeOf(secret, 0)),
  }),
  ...mutantsOf('mfa/drift-is-one-step-at-most', {
    'accepts a code two steps late': alsoAccepting((code, secret, now) => code === codeOf(secret, now - 2)),
    'accepts a code two steps early': within([-1, 0, 1, 2]),
  }),
  ...mutantsOf('mfa/code-of-another-user-is-rejected', {
    "accepts another user's code": {
      useCode: async (world, account, code) =>
        (await correct.useCode(world, account, code)) ||
        [...world.accounts.values()].some(
          (other) => other.totpSecret && world.behaviour.matchStep(world, other, code) !== undefined,
        ),
    },
  }),
  ...mutantsOf('mfa/used-code-is-rejected', {
    'accepts a code more than once': {
      useCode: async (world, account, code) => world.behaviour.matchStep(world, account, code) !== undefined,
    },
  }),
  ...mutantsOf('mfa/rewritten-used-code-is-rejected', {
    'accepts a used code with a space at the end': reading((code) => code.trim()),
    'accepts a used code with spaces inside': reading((code) => code.replaceAll(' ', '')),
    'accepts a used code with leading zeros': reading((code) => String(Number(code)).padStart(6, '0')),
    'accepts a used code in other digits': reading((code) => code.normalize('NFKC')),
  }),
  ...mutantsOf('mfa/concurrent-code-is-accepted-once', {
    'marks a code as used too late': withBarrier((waitForOther) => ({
      useCode: async (world, account, code) => {
        const step = world.behaviour.matchStep(world, account, code);
        if (step === undefined || step <= account.lastStep) return false;
        await waitForOther();
        account.lastStep = step;
        return true;
      },
    })),
  }),
  ...mutantsOf('mfa/next-code-is-accepted', { 'accepts no code early': within([0, -1]) }),
  ...mutantsOf('mfa/previous-code-is-accepted', { 'accepts no code late': within([1, 0]) }),
  ...mutantsOf(
    'mfa/recovery-code-is-accepted-once',
    {
      'accepts a recovery code more than once': {
        useCode: async (world, account, code) =>
          account.recoveryCodes.has(code) || correct.useCode(world, account, code),
      },
    },
    { destructive: true },
  ),
];

import type { Behaviour } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { codeOf, stepAt } from '../model/totp.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withBarrier } from './barrier.ts';
import { uncheckedLogin, withLoginData } from './overrides.ts';

/** Codes that count beside the right ones. */
function alsoAccepting(opens: (code: string, secret: string, now: number) => boolean): Partial<Behaviour> {
  return {
    ...uncheckedLogin,
    useCode: async (world, account, code) =>
      opens(code, account.totpSecret ?? '', stepAt(world.now())) || correct.useCode(world, account, code),
  };
}

/** Accepts the steps at these distances. */
function within(offsets: readonly number[]): Partial<Behaviour> {
  return {
    matchStep: (world, { totpSecret = '' }, code) =>
      offsets.map((offset) => stepAt(world.now()) + offset).find((step) => codeOf(totpSecret, step) === code),
  };
}

/** Codes that count after something was done to them, and may count again where they were written otherwise. */
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
  ...mutantsOf('mfa/current-code-is-accepted', { 'no code opens': { useCode: async () => false } }),
  ...mutantsOf('mfa/mfa-enabled-is-true', {
    'mfa_enabled always false': withLoginData((data) => ({ ...data, mfa_enabled: false })),
  }),
  ...mutantsOf('mfa/code-is-required', {
    'no code is needed': {
      findAccount: (world, identity) => {
        const account = correct.findAccount(world, identity);
        return account && { ...account, totpSecret: undefined };
      },
    },
  }),
  ...mutantsOf('mfa/missing-code-is-401', {
    'a missing code is a wrong one': {
      login: async (world, body) => correct.login(world, { ...body, otp: body.otp ?? 'none' }),
    },
  }),
  ...mutantsOf('mfa/code-does-not-replace-password', {
    'the code alone opens': {
      login: async (world, body) => {
        const account = world.behaviour.findAccount(world, body.identity);
        const step = account?.totpSecret && world.behaviour.matchStep(world, account, body.otp ?? '');
        return correct.login(world, step ? { ...body, password: account.password } : body);
      },
    },
  }),
  ...mutantsOf('mfa/same-response-for-wrong-password', {
    'the code is asked for first': {
      login: async (world, body) => {
        const guarded = world.behaviour.findAccount(world, body.identity)?.totpSecret !== undefined;
        return guarded && body.otp === undefined ? { reason: 'otp_required' } : correct.login(world, body);
      },
    },
  }),
  ...mutantsOf('mfa/wrong-password-does-not-use-the-code', {
    'a wrong password uses the code up': {
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
    'a code without MFA is wrong': {
      login: async (world, body) => {
        const account = world.behaviour.findAccount(world, body.identity);
        if (account?.totpSecret === undefined && body.otp !== undefined) return { reason: 'otp_invalid' };
        return correct.login(world, body);
      },
    },
  }),
  ...mutantsOf('mfa/wrong-code-is-rejected', {
    'any code opens': alsoAccepting(() => true),
    'six digits open': alsoAccepting((code) => /^\d{6}$/.test(code)),
  }),
  ...mutantsOf('mfa/wrong-code-is-401', {
    'a wrong code is wrong credentials': {
      login: async (world, body) => {
        const outcome = await correct.login(world, body);
        const wrong = 'reason' in outcome && outcome.reason === 'otp_invalid';
        return wrong ? { reason: 'invalid_credentials' } : outcome;
      },
    },
  }),
  ...mutantsOf('mfa/common-codes-are-rejected', {
    'a code left in from testing': alsoAccepting((code) => code === '123456'),
    'an empty code opens': alsoAccepting((code) => code === ''),
  }),
  ...mutantsOf('mfa/code-must-be-a-string', {
    'true opens': alsoAccepting((code) => Object.is(code, true)),
    'an empty list opens': alsoAccepting((code) => Array.isArray(code) && code.length === 0),
  }),
  ...mutantsOf('mfa/partial-code-is-rejected', {
    'the beginning of a code opens': alsoAccepting((code, secret, now) =>
      [now, now + 1].some((step) => codeOf(secret, step).startsWith(code)),
    ),
    'a longer code is cut': alsoAccepting((code, secret, now) =>
      [now, now + 1].some((step) => codeOf(secret, step) === String(code).slice(0, 6)),
    ),
  }),
  ...mutantsOf('mfa/secret-is-not-a-code', {
    'the secret opens': alsoAccepting((code, secret) => code === secret),
  }),
  ...mutantsOf('mfa/code-of-another-day-is-rejected', {
    'a code of the last days opens': within([0, -1, -2_880, -2_879, -2_881]),
    'the first code of all opens': alsoAccepting((code, secret) => code === codeOf(secret, 0)),
  }),
  ...mutantsOf('mfa/drift-is-one-step-at-most', {
    'two steps late will do': alsoAccepting((code, secret, now) => code === codeOf(secret, now - 2)),
    'two steps early will do': within([-1, 0, 1, 2]),
  }),
  ...mutantsOf('mfa/code-of-another-user-is-rejected', {
    "anybody's code opens": {
      useCode: async (world, account, code) =>
        (await correct.useCode(world, account, code)) ||
        [...world.accounts.values()].some(
          (other) => other.totpSecret && world.behaviour.matchStep(world, other, code) !== undefined,
        ),
    },
  }),
  ...mutantsOf('mfa/used-code-is-rejected', {
    'a code opens as long as it lasts': {
      useCode: async (world, account, code) => world.behaviour.matchStep(world, account, code) !== undefined,
    },
  }),
  ...mutantsOf('mfa/rewritten-used-code-is-rejected', {
    'a code with a blank is new': reading((code) => code.trim()),
    'a code with blanks inside is new': reading((code) => code.replaceAll(' ', '')),
    'a code with zeros before it is new': reading((code) => String(Number(code)).padStart(6, '0')),
    'a code in other digits is new': reading((code) => code.normalize('NFKC')),
  }),
  ...mutantsOf('mfa/concurrent-code-is-accepted-once', {
    'a code is looked up first and used up later': withBarrier((waitForOther) => ({
      useCode: async (world, account, code) => {
        const step = world.behaviour.matchStep(world, account, code);
        if (step === undefined || step <= account.lastStep) return false;
        await waitForOther();
        account.lastStep = step;
        return true;
      },
    })),
  }),
  ...mutantsOf('mfa/next-code-is-accepted', { 'no code opens early': within([0, -1]) }),
  ...mutantsOf('mfa/previous-code-is-accepted', { 'no code opens late': within([1, 0]) }),
  ...mutantsOf(
    'mfa/recovery-code-is-accepted-once',
    {
      'a recovery code lasts': {
        useCode: async (world, account, code) =>
          account.recoveryCodes.has(code) || correct.useCode(world, account, code),
      },
    },
    { destructive: true },
  ),
];

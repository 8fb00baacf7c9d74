import { Secret, TOTP } from 'otpauth';
import type { CheckContext } from '../../../check.ts';
import { skipCheck } from '../../../outcome.ts';
import { type MfaAccountName, mfaAccountOf } from '../accounts/fixture-accounts.ts';

export const stepSeconds = 30;

export interface Codes {
  /** The time step that it is now. */
  step(): number;
  /** The code of a step, whether used or not. */
  at(name: MfaAccountName, step: number): string;
  /**
   * A code that was not used yet, of a step later than any that was: a server forgets the older ones. The previous, the
   * current and the next step are all valid at one moment; when they are spent, waits for time to move on.
   */
  next(name: MfaAccountName): Promise<FreshCode>;
  /** The step of a code that was not used yet and does not run out in the present step. It may be yet to come. */
  fresh(name: MfaAccountName): number;
  /** So many codes can be had before a wait. */
  ready(name: MfaAccountName): number;
  /** The code of this step was sent with a right password, so it and every earlier one is spent. */
  spend(name: MfaAccountName, step: number): void;
}

export interface FreshCode {
  readonly otp: string;
  readonly step: number;
}

// A step that ends within this time is taken for ended, since the server looks at its clock later than we do.
const marginMs = 1_500;

export function createCodes({
  profile,
  secrets,
  clock,
  remaining,
}: Pick<CheckContext, 'profile' | 'secrets' | 'clock' | 'remaining'>): Codes {
  const spent = new Map<MfaAccountName, number>();
  const stepAt = (ms: number) => Math.floor(ms / 1000 / stepSeconds);
  const step = () => stepAt(clock.now());
  const soon = () => stepAt(clock.now() + marginMs);
  const unspent = (name: MfaAccountName) => (spent.get(name) ?? 0) + 1;
  // The previous step is about to leave the window when the current one is about to end.
  const nextStep = (name: MfaAccountName) => Math.max(soon() - 1, unspent(name));
  const at = (name: MfaAccountName, wanted: number) => {
    const totp = new TOTP({
      secret: Secret.fromBase32(mfaAccountOf(profile, name).totpSecret),
      period: stepSeconds,
    });
    const otp = totp.generate({ timestamp: wanted * stepSeconds * 1000 });
    secrets.remember('OTP', otp);
    return otp;
  };
  const ready = (name: MfaAccountName) => Math.max(0, step() + 2 - nextStep(name));
  const spend = (name: MfaAccountName, used: number) => {
    spent.set(name, Math.max(used, spent.get(name) ?? 0));
  };

  return {
    step,
    at,
    ready,
    spend,
    fresh: (name) => Math.max(soon(), unspent(name)),
    next: async (name) => {
      while (ready(name) === 0) {
        const wait = (step() + 1) * stepSeconds * 1000 - clock.now() + 50;
        if (wait > remaining())
          skipCheck('no unused one-time code is left, and no time to wait for the next');
        await clock.pause(wait);
      }
      const next = nextStep(name);
      spend(name, next);
      return { otp: at(name, next), step: next };
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { notRun } from '../../outcome.ts';
import type { Profile } from '../../profile.ts';
import type { Secrets } from '../../secrets.ts';
import { type MfaAccountName, mfaAccountOf } from './accounts.ts';

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
  /** So many codes can be had before a wait. */
  ready(name: MfaAccountName): number;
  /** The code of this step was sent with a right password, so it and every earlier one is spent. */
  spend(name: MfaAccountName, step: number): void;
  /** Waits, if need be, until so many codes can be had; two at most, since the third may pass while it is sent. */
  reserve(name: MfaAccountName, count: number): Promise<void>;
}

export interface FreshCode {
  readonly otp: string;
  readonly step: number;
}

// A step that ends within this time is taken for ended, since the server looks at its clock later than we do.
const marginMs = 1_500;

export function createCodes(profile: Profile, secrets: Secrets, remaining: () => number): Codes {
  const spent = new Map<MfaAccountName, number>();
  const clock = (ms: number) => Math.floor(ms / 1000 / stepSeconds);
  const step = () => clock(Date.now());
  // The previous step is about to leave the window when the current one is about to end.
  const oldest = () => clock(Date.now() + marginMs) - 1;
  const nextStep = (name: MfaAccountName) => Math.max(oldest(), (spent.get(name) ?? 0) + 1);
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
  const reserve = async (name: MfaAccountName, count: number) => {
    while (ready(name) < count) {
      const wait = (step() + 1) * stepSeconds * 1000 - Date.now() + 50;
      if (wait > remaining()) notRun('no unused one-time code is left, and no time to wait for the next');
      await pause(wait);
    }
  };
  const spend = (name: MfaAccountName, used: number) => {
    spent.set(name, Math.max(used, spent.get(name) ?? 0));
  };

  return {
    step,
    at,
    ready,
    reserve,
    spend,
    next: async (name) => {
      await reserve(name, 1);
      const next = nextStep(name);
      spend(name, next);
      return { otp: at(name, next), step: next };
    },
  };
}

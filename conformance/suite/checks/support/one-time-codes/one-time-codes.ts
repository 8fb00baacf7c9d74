import { Secret, TOTP } from 'otpauth';
import {
  type CompletedExchange,
  hasResponse,
  nothingToJudge,
  skipCheck,
} from '../../../../engine/index.ts';
import type { ServiceBase } from '../../../profile/service-profile.ts';
import { accountOf, type MfaAccountName } from '../accounts/seen-credentials.ts';

const stepSeconds = 30;

/** Why a run waits for the next time step. */
const noNewCode = 'each one-time code works once, and the next one is not valid yet';

export type Codes = ReturnType<typeof createCodes>;

// A step that ends this soon counts as over, because the server reads its clock later than the tool.
const stepMarginMs = 1_500;

export function createCodes({
  profile,
  secrets,
  clock,
  remaining,
}: Pick<ServiceBase, 'profile' | 'secrets' | 'clock' | 'remaining'>) {
  const spent = new Map<MfaAccountName, number>();
  const stepAt = (ms: number) => Math.floor(ms / 1000 / stepSeconds);
  const step = () => stepAt(clock.now());
  const soon = () => stepAt(clock.now() + stepMarginMs);
  const unspent = (name: MfaAccountName) => (spent.get(name) ?? 0) + 1;
  // Shortly before the current step ends, the server stops accepting the previous one.
  const nextStep = (name: MfaAccountName) => Math.max(soon() - 1, unspent(name));
  /** The code of a step, used or unused. */
  const at = (name: MfaAccountName, wanted: number) => {
    const totp = new TOTP({
      secret: Secret.fromBase32(accountOf(profile, name).totpSecret),
      period: stepSeconds,
    });
    const otp = totp.generate({ timestamp: wanted * stepSeconds * 1000 });
    secrets.remember('OTP', otp);
    return otp;
  };
  /** How many codes are available without a wait. */
  const ready = (name: MfaAccountName) => Math.max(0, step() + 2 - nextStep(name));
  /** Marks the code of this step and of all earlier steps as used: it was sent with the right password. */
  const spend = (name: MfaAccountName, used: number) => {
    spent.set(name, Math.max(used, spent.get(name) ?? 0));
  };

  return {
    step,
    at,
    ready,
    spend,
    /** The step of an unused code that stays valid after the current step. It may be in the future. */
    fresh: (name: MfaAccountName) => Math.max(soon(), unspent(name)),
    /** Of a step after every used one, because servers reject older steps. Waits when all three are used. */
    next: async (name: MfaAccountName) => {
      while (ready(name) === 0) {
        const wait = (step() + 1) * stepSeconds * 1000 - clock.now() + 50;
        if (wait > remaining())
          skipCheck('no unused one-time code is left, and no time to wait for the next one');
        await clock.pause(wait, noNewCode);
      }
      const next = nextStep(name);
      spend(name, next);
      return { otp: at(name, next), step: next };
    },
  };
}

export type ServerClock = ReturnType<typeof trackServerClock>;

/** How long after the end of a second a `Date` may still show it: many servers renew it only once a second. */
const maxDateLagMs = 1_500;

/** Few clocks differ by more. */
const maxLeadMs = 2_000;

/** `Date` has whole seconds, and the server may have written it up to a second before. */
const dateErrorMs = 2_000;

/** Covers the time between a measurement and the next request. */
const reserveMs = 100;

/** What responses show of the server's clock. Each narrows it, so that checks of one-time codes wait less for a safe moment. */
export function trackServerClock({ target }: Pick<ServiceBase, 'target'>) {
  let [atLeast, atMost] = [-Infinity, Infinity];
  const isConsistent = () => atLeast <= atMost;
  target.listen((exchange) => {
    if (!hasResponse(exchange)) return;
    const serverTime = serverTimeOf(exchange);
    if (Number.isNaN(serverTime)) return;
    atLeast = Math.max(atLeast, serverTime - (exchange.startedAt + exchange.durationMs));
    atMost = Math.min(atMost, serverTime + dateErrorMs - exchange.startedAt);
  });
  const within = (measured: number, limit: number) =>
    isConsistent() ? Math.min(limit, Math.max(0, measured) + reserveMs) : limit;
  return {
    /** How long after the end of a second of ours a `Date` may still show that second, in milliseconds. */
    get dateLagMs() {
      return within(-atLeast, maxDateLagMs);
    },
    /** How far the server's clock is ahead of ours at most, in milliseconds. */
    get leadMs() {
      return within(atMost, maxLeadMs);
    },
  };
}

/** The `Date` of a response in milliseconds since 1970, NaN without one. */
function serverTimeOf({ response }: CompletedExchange): number {
  return Date.parse(response.header('date') ?? '');
}

const stepMs = stepSeconds * 1000;

/** A larger difference means that the server's clock is wrong, or ours is. */
const maxClockDifferenceMs = 3_000;

const maxAttempts = 3;

interface StepContext extends Pick<ServiceBase, 'clock' | 'remaining'> {
  readonly codes: Codes;
  readonly serverClock: ServerClock;
}

/** Waits for the next time step if the server may already be in it. */
export async function waitForStableStep({ clock, serverClock }: StepContext): Promise<void> {
  const left = stepMs - (clock.now() % stepMs);
  if (left < serverClock.leadMs) await clock.pause(left + 100);
}

/** Waits for the next time step; false when there is no time for that. */
export async function waitForNextStep({
  clock,
  remaining,
  serverClock,
}: StepContext): Promise<boolean> {
  const left = stepMs - (clock.now() % stepMs);
  if (left + serverClock.leadMs > remaining()) return false;
  await clock.pause(left + 100, noNewCode);
  return true;
}

/** Skips the check when the server's clock differs from ours, because the response would then mean something else. */
export function requireSameClock(exchange: CompletedExchange): void {
  const serverTime = serverTimeOf(exchange);
  // `headers/date` reports that: the verdict does not depend on it a second time.
  if (Number.isNaN(serverTime))
    nothingToJudge('the server sends no Date, which would show its clock');
  // The server reads its clock at some moment of the exchange, which takes long on a busy machine.
  const early = exchange.startedAt - serverTime;
  const late = serverTime - (exchange.startedAt + exchange.durationMs);
  if (Math.max(early, late) > maxClockDifferenceMs)
    skipCheck("the server's clock differs from ours");
}

/** Repeats a call until its request and its response are in the same time step, also by the server's clock. */
export async function callWithinOneStep(
  context: StepContext,
  call: (step: number) => Promise<CompletedExchange>,
): Promise<{ readonly step: number; readonly exchange: CompletedExchange }> {
  for (let count = 0; count < maxAttempts; count += 1) {
    await waitForStableStep(context);
    await context.clock.pause(
      Math.max(0, context.serverClock.dateLagMs - (context.clock.now() % stepMs)),
    );
    const step = context.codes.step();
    const exchange = await call(step);
    requireSameClock(exchange);
    // The header has whole seconds.
    const serverSteps = [serverTimeOf(exchange), serverTimeOf(exchange) + 999].map((ms) =>
      Math.floor(ms / stepMs),
    );
    if (context.codes.step() === step && serverSteps.every((one) => one === step))
      return { step, exchange };
    // Both clocks are then past the end of the step, so that the repeated call has another code.
    const left = Math.max(0, (step + 1) * stepMs - context.clock.now());
    await context.clock.pause(left + maxClockDifferenceMs, noNewCode);
  }
  return skipCheck('the time step ended during the request');
}

/** Whether the server read its clock before a step began, as its `Date` shows. */
export function isBeforeStep(exchange: CompletedExchange, step: number): boolean {
  return serverTimeOf(exchange) + maxDateLagMs < step * stepMs;
}

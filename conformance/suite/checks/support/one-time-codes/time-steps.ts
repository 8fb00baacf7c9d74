import { type CompletedExchange, nothingToJudge, skipCheck } from '../../../../engine/index.ts';
import type { ServiceContext } from '../service-context.ts';
import { maxDateLagMs, serverTimeOf, stepSeconds } from './one-time-codes.ts';

const stepMs = stepSeconds * 1000;

/** A larger difference means that the server's clock is wrong, or ours is. */
const maxClockDifferenceMs = 3_000;

/** How often a call that crosses the end of a time step is repeated. */
const maxAttempts = 3;

/** Waits for the next time step if the server may already be in it. */
export async function waitForStableStep({ clock, serverClock }: ServiceContext): Promise<void> {
  const left = stepMs - (clock.now() % stepMs);
  if (left < serverClock.leadMs) await clock.pause(left + 100);
}

/** Waits for the next time step; false when there is no time for that. */
export async function waitForNextStep({ clock, remaining, serverClock }: ServiceContext): Promise<boolean> {
  const left = stepMs - (clock.now() % stepMs);
  if (left + serverClock.leadMs > remaining()) return false;
  await clock.pause(left + 100);
  return true;
}

/** Skips the check when the server's clock differs from ours, because the response would then mean something else. */
export function requireSameClock(exchange: CompletedExchange): void {
  const serverTime = serverTimeOf(exchange);
  // `headers/date` reports that: the verdict does not depend on it a second time.
  if (Number.isNaN(serverTime)) nothingToJudge('the server sends no Date, which would show its clock');
  // The server reads its clock at some moment of the exchange, which takes long on a busy machine.
  const early = exchange.startedAt - serverTime;
  const late = serverTime - (exchange.startedAt + exchange.durationMs);
  if (Math.max(early, late) > maxClockDifferenceMs) skipCheck("the server's clock differs from ours");
}

/** Repeats a call until its request and its response are in the same time step, also by the server's clock. */
export async function callWithinOneStep(
  context: ServiceContext,
  call: (step: number) => Promise<CompletedExchange>,
): Promise<{ readonly step: number; readonly exchange: CompletedExchange }> {
  for (let count = 0; count < maxAttempts; count += 1) {
    await waitForStableStep(context);
    await context.clock.pause(Math.max(0, context.serverClock.dateLagMs - (context.clock.now() % stepMs)));
    const step = context.codes.step();
    const exchange = await call(step);
    requireSameClock(exchange);
    // The header has whole seconds.
    const serverSteps = [serverTimeOf(exchange), serverTimeOf(exchange) + 999].map((ms) =>
      Math.floor(ms / stepMs),
    );
    if (context.codes.step() === step && serverSteps.every((one) => one === step)) return { step, exchange };
    // Both clocks are then past the end of the step, so that the repeated call has another code.
    const left = Math.max(0, (step + 1) * stepMs - context.clock.now());
    await context.clock.pause(left + maxClockDifferenceMs);
  }
  return skipCheck('the time step ended during the request');
}

/** Whether the server read its clock before a step began, as its `Date` shows. */
export function isBeforeStep(exchange: CompletedExchange, step: number): boolean {
  return serverTimeOf(exchange) + maxDateLagMs < step * stepMs;
}

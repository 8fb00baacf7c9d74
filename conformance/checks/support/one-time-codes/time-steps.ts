import type { CompletedExchange } from '../../../check.ts';
import { skipCheck } from '../../../outcome.ts';
import type { ServiceContext } from '../service-context.ts';
import { stepSeconds } from './one-time-codes.ts';

/** Where in a time step there is no doubt which one it is, for the server too. */
const marginMs = 2_000;
const stepMs = stepSeconds * 1000;

/** So far from ours, a server's clock is another. */
const mostApartMs = 3_000;

/** Of those that were cut off by the end of a time step, so many are asked again. */
const tries = 3;

export async function waitForStableStep({ clock }: Pick<ServiceContext, 'clock'>): Promise<void> {
  const left = stepMs - (clock.now() % stepMs);
  if (left < marginMs) await clock.pause(left + 100);
}

/** Waits for the next time step; false when there is no time for that. */
export async function waitForNextStep({ clock, remaining }: ServiceContext): Promise<boolean> {
  const left = stepMs - (clock.now() % stepMs);
  if (left + marginMs > remaining()) return false;
  await clock.pause(left + 100);
  return true;
}

/** Throws `CheckSkipped` when the clocks of the server and ours differ, where the answer would then mean something else. */
export function requireSameClock(exchange: CompletedExchange): void {
  const told = toldIn(exchange);
  // It looked at its clock at some moment of the exchange, which on a busy machine may take long.
  const early = exchange.startedAt - told;
  const late = told - (exchange.startedAt + exchange.durationMs);
  if (!(Math.max(early, late) <= mostApartMs)) skipCheck("the server's clock differs from ours");
}

/**
 * Asks within one time step, that of the server's clock too. Where the step ends before the answer is there, the answer says
 * nothing, and in the next step it is asked for again.
 */
export async function callWithinOneStep(
  context: ServiceContext,
  call: (step: number) => Promise<CompletedExchange>,
): Promise<{ readonly step: number; readonly exchange: CompletedExchange }> {
  for (let count = 0; count < tries; count += 1) {
    await waitForStableStep(context);
    const step = context.codes.step();
    const exchange = await call(step);
    requireSameClock(exchange);
    // The header tells whole seconds.
    const told = [toldIn(exchange), toldIn(exchange) + 999].map((ms) => Math.floor(ms / stepMs));
    if (context.codes.step() === step && told.every((one) => one === step)) return { step, exchange };
    // Beyond the edge by more than the clocks are apart.
    await context.clock.pause(mostApartMs);
  }
  return skipCheck('the time step ended while we asked');
}

function toldIn({ response }: CompletedExchange): number {
  return Date.parse(response.header('date') ?? '');
}

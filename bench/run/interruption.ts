import { constants } from 'node:os';

/** A signal that asks the command to end, as Ctrl-C does, and the exit code by which shells know it. */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Is aborted with an `Interruption` when the command is to end. */
export function hearInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => controller.abort(new Interruption(signal)));
  return controller.signal;
}

/** What is done, unless it is interrupted first. @throws Interruption */
export async function unlessInterrupted<Found>(signal: AbortSignal, work: Promise<Found>): Promise<Found> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, interrupted]);
}

/**
 * The interruption that a failure comes of, if any: of what happens at once, Node tells that a process has ended before it
 * tells of a signal.
 */
export async function interruptionBehind(signal: AbortSignal): Promise<Interruption | undefined> {
  await new Promise((resolve) => setImmediate(resolve));
  return signal.reason;
}

import { constants } from 'node:os';

/** A signal that ends the command, such as Ctrl-C, with the exit code that shells expect. */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Returns a signal that is aborted with an `Interruption` when the command must end. */
export function listenForInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => controller.abort(new Interruption(signal)));
  return controller.signal;
}

/** Waits for the work, or for an interruption. @throws Interruption */
export async function unlessInterrupted<Found>(signal: AbortSignal, work: Promise<Found>): Promise<Found> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, interrupted]);
}

/**
 * The interruption that caused a failure, if any. It waits for one, because Node reports the end of a process before a signal
 * that arrived at the same time.
 */
export async function findInterruption(signal: AbortSignal): Promise<Interruption | undefined> {
  await new Promise((resolve) => setImmediate(resolve));
  return signal.reason;
}

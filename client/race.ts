/** What ended before the work did. */
export type Interruption = 'timed_out' | 'aborted';

/**
 * Waits for work, but no longer than `milliseconds` and until the signal aborts. The work itself goes on: whoever started
 * it stops it.
 */
export async function race<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  milliseconds?: number,
): Promise<T | Interruption> {
  let interrupt: (what: Interruption) => void = () => {};
  const interrupted = new Promise<Interruption>((resolve) => {
    interrupt = resolve;
  });
  const abort = () => interrupt('aborted');
  const timer =
    milliseconds === undefined ? undefined : setTimeout(() => interrupt('timed_out'), milliseconds);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await Promise.race([interrupted, work]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

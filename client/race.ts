/**
 * Waits for `work`, at most `milliseconds` and until the signal aborts. It does not stop the work: the caller does.
 */
export async function race<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  milliseconds?: number,
): Promise<T | 'timed_out' | 'aborted'> {
  let interrupt: (reason: 'timed_out' | 'aborted') => void = () => {};
  const interrupted = new Promise<'timed_out' | 'aborted'>((resolve) => {
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

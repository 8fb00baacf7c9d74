/**
 * Waits for `work`, at most `milliseconds` and until the signal aborts. It does not stop the work: the caller does.
 */
export function race<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  milliseconds?: number,
): Promise<T | 'timed_out' | 'aborted'> {
  let clear = () => {};
  const interrupted = new Promise<'timed_out' | 'aborted'>((resolve) => {
    const abort = () => resolve('aborted');
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds, 'timed_out');
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return Promise.race([interrupted, work]).finally(() => clear());
}

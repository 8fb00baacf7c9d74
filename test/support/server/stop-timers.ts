import { onTestFinished, vi } from 'vitest';

/**
 * Stops `setTimeout` of this process, so that no time limit of the service passes because the machine is slow. Call it when the
 * server runs: its timers go on before the end of the test closes it.
 */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

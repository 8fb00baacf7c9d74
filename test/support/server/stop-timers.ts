import { onTestFinished, vi } from 'vitest';

/**
 * Stops `setTimeout` of this process, so that no time limit of the service passes because the machine is slow. Call it when the
 * server runs. At the end of the test the timers go on before the server is closed.
 */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

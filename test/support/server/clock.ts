import { onTestFinished, vi } from 'vitest';

export type Clock = ReturnType<typeof createClock>;

export const seconds = (count: number) => count * 1000;
export const hours = (count: number) => seconds(count * 3600);

/** A clock that stands still until a test moves it. */
export function createClock(start = Date.UTC(2026, 0, 1, 12)) {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

/**
 * Stops `setTimeout` of this process, so that no time limit of the service passes because the machine is slow. Call it when the
 * server runs. At the end of the test the timers go on before the server is closed.
 */
export const stopTimers = () => fakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Makes time pass only when the test says so, until it ends. */
export function fakeTimers(options?: Parameters<typeof vi.useFakeTimers>[0]): void {
  vi.useFakeTimers(options);
  onTestFinished(() => void vi.useRealTimers());
}

/** Makes the monotonic clock of this process jump, so that nobody waits for the end of the store's patience. */
export function passTime(milliseconds: number): void {
  const { now } = performance;
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => now.call(performance) + milliseconds);
  onTestFinished(() => clock.mockRestore());
}

import { MockError } from './mock-error.ts';

/** A clock that tests can move. */
export interface Clock {
  /** In milliseconds since 1970. */
  now(): number;
  /**
   * Moves the clock forward, or back when negative, by milliseconds.
   *
   * @throws MockError when it would leave the years 1970 to 9999.
   * @example mock.clock.advance(60 * 60 * 1000); // every access token has expired
   */
  advance(ms: number): void;
  /**
   * Sets the time, from which the clock runs on.
   *
   * @throws MockError outside the years 1970 to 9999.
   * @example mock.clock.set('2030-01-01T00:00:00Z');
   */
  set(time: Date | number | string): void;
  /** Restores the time that the options give. */
  reset(): void;
}

const latest = Date.UTC(10_000, 0) - 1;

export function createClock(base: () => number): Clock {
  let offset = 0;
  const set = (time: number) => {
    if (!(time >= 0 && time <= latest))
      throw new MockError('the time must be in the years 1970 to 9999');
    offset = time - base();
  };
  return {
    now: () => base() + offset,
    advance: (ms) => set(base() + offset + ms),
    set: (time) => set(new Date(time).getTime()),
    reset: () => {
      offset = 0;
    },
  };
}

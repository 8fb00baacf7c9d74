/** A clock that tests can move. */
export interface Clock {
  /** In milliseconds since 1970. */
  now(): number;
  /** Moves the clock forward, or back when negative. */
  advance(ms: number): void;
  /** Restores the time that the options give. */
  reset(): void;
}

export function createClock(base: () => number): Clock {
  let offset = 0;
  return {
    now: () => base() + offset,
    advance: (ms) => {
      offset += ms;
    },
    reset: () => {
      offset = 0;
    },
  };
}

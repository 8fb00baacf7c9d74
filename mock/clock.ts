/** A clock that tests can move. */
export interface Clock {
  /** In milliseconds since 1970. */
  now(): number;
  /** Moves it on, or back when negative. */
  advance(ms: number): void;
  /** Puts it back to where the options left it. */
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

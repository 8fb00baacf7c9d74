/** A clock that stands still until a test moves it. */
export interface Clock {
  readonly now: () => number;
  advance(milliseconds: number): void;
}

export const seconds = (count: number) => count * 1000;
export const hours = (count: number) => seconds(count * 3600);

export function createClock(start = Date.UTC(2026, 0, 1, 12)): Clock {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

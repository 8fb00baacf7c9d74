import type { Clock } from '../../../conformance/check.ts';

// The beginning of a time step, at a time when no valid one-time code is one that a check tries as a wrong code.
const noon = Date.UTC(2026, 0, 1, 12);

/** A clock that always starts at the same time and moves only during `pause`, so that the duration of a run has no effect. */
export function createModelClock(secondsIntoStep = 5): Clock {
  let time = noon + secondsIntoStep * 1000;
  return {
    now: () => time,
    pause: async (ms) => {
      time += ms;
    },
  };
}

import type { Clock } from '../../../conformance/check.ts';

// The beginning of a time step, in hours in which no one-time code of a model is one that a check tries as a wrong one.
const noon = Date.UTC(2026, 0, 1, 12);

/** A clock that begins at the same moment each time, and goes on only where somebody waits for it: how long a run takes is nothing to it. */
export function createModelClock(secondsIntoStep = 5): Clock {
  let time = noon + secondsIntoStep * 1000;
  return {
    now: () => time,
    pause: async (ms) => {
      time += ms;
    },
  };
}

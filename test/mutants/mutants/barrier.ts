import { afterAwake } from '../../../conformance/http/wait-awake.ts';

// Long enough for a parallel request to arrive, and short because most requests have none.
const maxWaitMs = 1_000;

/**
 * Makes a behaviour with a barrier: a request that calls `waitForOther` waits until a second one calls it too. Both then
 * continue one right after the other, however fast the machine is.
 */
export function withBarrier<Made>(make: (waitForOther: () => Promise<void>) => Made): Made {
  return make(createBarrier());
}

function createBarrier(): () => Promise<void> {
  let waiting: (() => void) | undefined;
  return () =>
    new Promise((resolve) => {
      if (waiting !== undefined) {
        waiting();
        // The first request gets its response before the second continues.
        setImmediate(resolve);
        return;
      }
      const leave = () => {
        timer.cancel();
        waiting = undefined;
        resolve();
      };
      const timer = afterAwake(maxWaitMs, leave);
      waiting = leave;
    });
}

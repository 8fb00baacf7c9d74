import { afterAwake } from '../../../conformance/http/wait-awake.ts';

// Somebody who comes alone, as most do, is not kept for long; but so long that whoever was sent at once has come.
const aloneMs = 1_000;

/**
 * Makes a behaviour in which whoever comes to `meet` waits until another is there too, so that the two go on one right
 * after the other. How quickly one comes after the other then does not matter.
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
        // The first has its answer before the second goes on, as one who is a moment later.
        setImmediate(resolve);
        return;
      }
      const leave = () => {
        timer.cancel();
        waiting = undefined;
        resolve();
      };
      const timer = afterAwake(aloneMs, leave);
      waiting = leave;
    });
}

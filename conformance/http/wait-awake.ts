/** Something that is put off. */
export interface AwakeTimer {
  cancel(): void;
}

// A wait is so many short ones.
const slices = 20;

/**
 * Calls `done` when so many milliseconds have passed of which this process was awake. Whatever keeps it from its work, a
 * busy machine or one that was put to sleep, also keeps it from reading what has long arrived: however long that lasts, it
 * counts no more than a twentieth, and there is time to read before patience ends.
 */
export function afterAwake(ms: number, done: () => void): AwakeTimer {
  let left = slices;
  let timer = setTimeout(tick, ms / slices);
  function tick() {
    left -= 1;
    if (left > 0) timer = setTimeout(tick, ms / slices);
    else done();
  }
  return { cancel: () => clearTimeout(timer) };
}

/** The same as a promise. */
export function awake(ms: number): Promise<void> {
  return new Promise((resolve) => {
    afterAwake(ms, resolve);
  });
}

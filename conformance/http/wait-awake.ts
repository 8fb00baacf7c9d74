export interface AwakeTimer {
  cancel(): void;
}

// A wait is this number of short ones.
const slices = 20;

/**
 * Calls `done` after this process has been awake for this many milliseconds. A busy or suspended machine delays the
 * process, so that it cannot read what has arrived. Such a delay counts as one twentieth of the wait at most, which leaves
 * time to read it.
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

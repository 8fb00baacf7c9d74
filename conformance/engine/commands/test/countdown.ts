const longestTimerMs = 2 ** 31 - 1;

/** Calls `onEnd` after these milliseconds, without those in which it pauses. */
export function startCountdown(ms: number, onEnd: () => void) {
  let end = performance.now() + ms;
  let pausedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const arm = () => {
    clearTimeout(timer);
    timer = setTimeout(onEnd, Math.min(end - performance.now(), longestTimerMs));
  };
  arm();
  return {
    /** Makes it end after these milliseconds, unless it ends sooner. */
    endIn: (ms: number) => {
      pausedAt = undefined;
      end = Math.min(end, performance.now() + ms);
      arm();
    },
    pause: () => {
      pausedAt = performance.now();
      clearTimeout(timer);
    },
    resume: () => {
      if (pausedAt === undefined) return;
      end += performance.now() - pausedAt;
      pausedAt = undefined;
      arm();
    },
    remaining: () => end - performance.now(),
    stop: () => clearTimeout(timer),
  };
}

import type { RunEvent } from '../run/run-options.ts';

export interface ProgressOutput {
  /** A line that is overwritten. Undefined without a terminal. */
  readonly line: { write(text: string): void; end(): void } | undefined;
  say(text: string): void;
  /** Calls `tick` regularly, until the returned function is called. Tests replace it. @default setInterval */
  readonly every?: (ms: number, tick: () => void) => () => void;
}

/** Without a terminal. A shorter run says nothing. */
const lineEveryMs = 5_000;

export function showProgress({ line, say, every = atInterval }: ProgressOutput) {
  let total = 0;
  let done = 0;
  let failed = 0;
  let activity = '';

  const failures = () => (failed > 0 ? `, ${failed} failed` : '');
  const draw = () => line?.write(`${done}/${total}${failures()}  ${activity}`);
  const stop =
    line === undefined
      ? every(lineEveryMs, () => say(`${done} of ${total} checks${failures()}; now ${activity}`))
      : () => {};

  return {
    inspect: (event: RunEvent) => {
      switch (event.type) {
        case 'started':
          total = event.total;
          break;
        case 'checking':
          activity = event.rule.id;
          break;
        case 'outcome':
          done += 1;
          if (event.outcome.kind === 'failed') failed += 1;
          break;
        case 'waiting':
          activity = `waiting ${event.seconds} s: ${event.reason}`;
          if (line === undefined) say(activity);
          break;
      }
      draw();
    },
    end: () => {
      stop();
      line?.end();
    },
  };
}

function atInterval(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms);
  timer.unref();
  return () => clearInterval(timer);
}

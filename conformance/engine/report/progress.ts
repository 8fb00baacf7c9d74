import type { OutcomeKind } from '../outcome.ts';
import type { Entry } from './entry.ts';

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
  let activity = '';
  // By check: an outcome may be written again.
  const kinds = new Map<string, OutcomeKind>();

  const failures = () => {
    const failed = [...kinds.values()].filter((kind) => kind === 'failed').length;
    return failed > 0 ? `, ${failed} failed` : '';
  };
  const draw = () => line?.write(`${kinds.size}/${total}${failures()}  ${activity}`);
  const sayProgress = () => {
    // Before it has read the document, a run has no checks.
    if (total > 0) say(`${kinds.size} of ${total} checks${failures()}; now ${activity}`);
  };
  const stop = line === undefined ? every(lineEveryMs, sayProgress) : () => {};

  return {
    inspect: (entry: Entry) => {
      switch (entry.type) {
        case 'planned':
          total = entry.rules.length;
          break;
        case 'checking':
          activity = entry.check;
          break;
        case 'outcome':
          kinds.set(entry.check.id, entry.check.kind);
          break;
        case 'waiting':
          activity = `waiting ${entry.seconds} s: ${entry.reason}`;
          if (line !== undefined) break;
          say(activity);
          // The lines that follow come when a part of that time is over.
          activity = `waiting: ${entry.reason}`;
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

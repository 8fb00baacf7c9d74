import type { RunEvent } from '../run/run-options.ts';

export interface Progress {
  inspect(event: RunEvent): void;
  end(): void;
}

/** Where progress is shown. */
export interface ProgressOutput {
  /** A line that is overwritten. Undefined without a terminal. */
  readonly line: { write(text: string): void; end(): void } | undefined;
  say(text: string): void;
}

/** Shows progress on one line that is overwritten. Without a terminal, only reports waits. */
export function showProgress({ line, say }: ProgressOutput): Progress {
  let total = 0;
  let done = 0;
  let failed = 0;
  let activity = '';

  const draw = () => {
    const failures = failed > 0 ? `, ${failed} failed` : '';
    line?.write(`${done}/${total}${failures}  ${activity}`);
  };

  return {
    inspect: (event) => {
      switch (event.type) {
        case 'started':
          total = event.total;
          break;
        case 'checking':
          activity = event.rule.id;
          break;
        case 'outcome':
          done = Math.min(done + 1, total);
          if (event.outcome.kind === 'failed') failed += 1;
          break;
        case 'waiting':
          activity = `waiting ${event.seconds} s: the server is rate-limiting`;
          if (line === undefined) say(activity);
          break;
      }
      draw();
    },
    end: () => line?.end(),
  };
}

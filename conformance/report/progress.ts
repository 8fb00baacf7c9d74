import type { Writable } from 'node:stream';
import type { RunEvent } from '../run.ts';

export interface Progress {
  see(event: RunEvent): void;
  end(): void;
}

interface Terminal extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** One line at a terminal that is written over again and again; elsewhere only what one has to wait for. */
export function showProgress(out: Terminal): Progress {
  let total = 0;
  let done = 0;
  let broken = 0;
  let doing = '';

  const draw = () => {
    if (out.isTTY !== true) return;
    const failures = broken > 0 ? `, ${broken} failed` : '';
    const line = `${done}/${total}${failures}  ${doing}`;
    out.write(`\r\u001b[K${line.slice(0, (out.columns ?? 80) - 1)}`);
  };

  return {
    see: (event) => {
      switch (event.type) {
        case 'started':
          total = event.total;
          break;
        case 'checking':
          doing = event.rule.id;
          break;
        case 'outcome':
          done = Math.min(done + 1, total);
          if (event.outcome.kind === 'failed') broken += 1;
          break;
        case 'waiting':
          doing = `waiting ${event.seconds} s: the server asks us to slow down`;
          if (out.isTTY !== true) out.write(`${doing}\n`);
          break;
      }
      draw();
    },
    end: () => {
      if (out.isTTY === true) out.write('\r\u001b[K');
    },
  };
}

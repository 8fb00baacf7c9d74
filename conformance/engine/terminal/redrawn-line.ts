import { onOneLine } from '../escape-controls.ts';
import { columnsOf, type Terminal } from './terminal.ts';

export type Line = ReturnType<typeof openLine>;

/** A line on standard error that is redrawn at a terminal, and not shown elsewhere. */
export function openLine({ stderr, mayRedraw }: Terminal) {
  if (!mayRedraw(stderr)) return { write: (_text: string) => {}, end: () => {} };
  // Spaces clear the line like an escape code, without being one.
  let shown = 0;
  const write = (text: string) => {
    const line = onOneLine(text).slice(0, columnsOf(stderr) - 1);
    stderr.write(`\r${line.padEnd(shown)}`);
    shown = line.length;
  };
  return {
    write,
    end: () => {
      if (shown === 0) return;
      write('');
      stderr.write('\r');
    },
  };
}

/** Shows the progress of a long task. */
export function showProgress(terminal: Terminal, what: string) {
  const line = openLine(terminal);
  let reported = performance.now();
  return {
    report(done: number, total: number) {
      // A short task needs no progress.
      if (performance.now() - reported < 200) return;
      reported = performance.now();
      const share = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
      line.write(`${share} %  ${done.toLocaleString('en')} ${what}`);
    },
    end: line.end,
  };
}

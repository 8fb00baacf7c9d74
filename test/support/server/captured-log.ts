import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

export interface LogLine extends Record<string, unknown> {
  readonly level: number;
  readonly msg: string;
}

export interface CapturedLog {
  readonly log: Logger;
  /** Everything written so far, as in a log file. */
  text(): string;
  lines(): LogLine[];
}

/** A real log at its most verbose level, kept in memory. */
export function captureLog(): CapturedLog {
  const chunks: string[] = [];
  const memory = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const text = () => chunks.join('');
  return {
    log: pino({ level: 'trace' }, memory),
    text,
    lines: () => text().split('\n').filter(Boolean).map(parseLine),
  };
}

function parseLine(line: string): LogLine {
  return JSON.parse(line);
}

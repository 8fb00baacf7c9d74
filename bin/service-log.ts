import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Terminal } from './terminal.ts';

/** A log on standard error: JSON, or lines for people at a terminal. Nothing in it is secret. */
export function createLog({ stderr }: Terminal): Logger {
  const options = { serializers: { err: describe } };
  return stderr.isTTY
    ? pino({ ...options, transport: { target: 'pino-pretty', options: { destination: 2 } } })
    : pino(options, createDestination(stderr));
}

/** What may wait in memory for a slow reader, in bytes. */
const mostWaiting = 4 * 1024 * 1024;

/**
 * Never stops or ends the service: drops a line that a full disk or a slow reader does not take. pino's own destination ends the
 * process at the first error, and never returns from its last flush when the disk is full.
 */
function createDestination(stderr: Terminal['stderr']): DestinationStream {
  if (!fstatSync(2).isFile()) {
    return {
      write: (line) => {
        if (stderr.writableLength < mostWaiting) stderr.write(line);
      },
    };
  }
  // A stream of Node stays closed after an error.
  return {
    write: (line) => {
      try {
        writeSync(2, line);
      } catch {}
    },
  };
}

/** Other fields of an error may contain a row of the database, or all that is known of a connection to it. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: Object(error).code };
}

import { type Logger, pino } from 'pino';
import type { Terminal } from './terminal.ts';

/** A log on standard error: JSON, or lines for people at a terminal. Nothing in it is secret. */
export function createLog({ stderr }: Terminal): Logger {
  const options = { serializers: { err: describe } };
  return stderr.isTTY
    ? pino({ ...options, transport: { target: 'pino-pretty', options: { destination: 2 } } })
    : pino(options, pino.destination({ dest: 2, sync: false }));
}

/** Other fields of an error may contain a row of the database, or all that is known of a connection to it. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: Object(error).code };
}

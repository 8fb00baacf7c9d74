import { write, writeSync } from 'node:fs';
import { pino } from 'pino';
import { codeOf } from '../../server/security/private-file.ts';

export interface ServiceLogOptions {
  /** @default info */
  readonly level?: 'info' | 'warn';
  /** Formats a line of JSON for people. @default the line itself */
  readonly format?: (line: string) => string;
}

export type ServiceLog = ReturnType<typeof createServiceLog>;

/** What waits in memory, in characters: about 5,000 lines. As much again is being written. */
const maximumLength = 1024 * 1024;
const retryMs = 100;
/** How long the end of the process waits for a slow reader. */
const patienceMs = 1000;

/** Of an error. Others may contain a row of the database, or all that is known of a connection to it. */
function fixedFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, code: codeOf(error) };
}

/**
 * A log on standard error that never stops the service. A line waits in memory while the disk is full or the reader is slow. When
 * too many wait, new ones are dropped and counted, and a line reports their number once writing works again.
 *
 * pino's own destination never writes again after an error with a full buffer, and its `flushSync` hangs on a full disk.
 */
export function createServiceLog({
  level = 'info',
  format = (line) => line,
}: ServiceLogOptions = {}) {
  // To read `process.stderr` makes a pipe non-blocking. A write to a blocking pipe would occupy a thread until somebody reads.
  const { fd } = process.stderr;
  let waiting = '';
  let leaving = Buffer.alloc(0);
  let state: 'idle' | 'writing' | 'retrying' = 'idle';
  let dropped = 0;
  let reported = 0;
  let onIdle = () => {};

  const log = pino(
    { level, serializers: { err: fixedFields } },
    {
      write(line) {
        if (waiting.length > maximumLength) {
          dropped += 1;
          return;
        }
        waiting += format(line);
        if (state === 'idle') next();
      },
    },
  );

  function next(): void {
    state = 'writing';
    if (leaving.length === 0) {
      if (waiting === '' && dropped > reported) report();
      if (waiting === '') {
        state = 'idle';
        onIdle();
        return;
      }
      leaving = Buffer.from(waiting);
      waiting = '';
    }
    write(fd, leaving, (error, written) => {
      if (error) {
        state = 'retrying';
        setTimeout(next, retryMs).unref();
        return;
      }
      leaving = leaving.subarray(written);
      next();
    });
  }

  function report(): void {
    const lines = dropped - reported;
    reported = dropped;
    log.warn(
      { dropped: lines },
      'lines of this log were dropped, because they could not be written in time',
    );
  }

  function flushNow(): void {
    // What is being written now is in the hands of another thread, which the end of the process waits for.
    let rest = Buffer.concat([...(state === 'retrying' ? [leaving] : []), Buffer.from(waiting)]);
    waiting = '';
    const deadline = performance.now() + patienceMs;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN' || performance.now() > deadline) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
  }

  // Node writes the reason of a crash after this event.
  process.on('exit', flushNow);

  return {
    log,
    dropped: () => dropped,
    /** Resolves when every line is written, or after a second. */
    flush: () =>
      new Promise<void>((resolve) => {
        if (state === 'idle') return resolve();
        const timeout = setTimeout(resolve, patienceMs);
        onIdle = () => {
          clearTimeout(timeout);
          resolve();
        };
      }),
  };
}

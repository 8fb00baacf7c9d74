import type { Log } from '../../server/http/observe.ts';
import type { Health } from '../../server/store/health.ts';
import { describeOutage } from '../../server/store/outage.ts';
import { StoreError } from '../../server/store/store-error.ts';
import type { components } from './contract/internal-types.ts';

export type Readiness = components['schemas']['Readiness'];

/** Shorter than the time that probes usually wait. */
const timeoutMs = 1000;

/** At most one check of each kind is under way, however many probes come. The log has each change. */
export function createReadiness(
  health: Health,
  isAccepting: () => boolean,
  log: Pick<Log, 'error' | 'info'>,
): () => Promise<Readiness> {
  const read = oneAtATime(health.read);
  const write = oneAtATime(health.write);
  let logged: string | undefined;

  function logChange(reason: string | undefined): void {
    if (reason === logged) return;
    if (reason === undefined) log.info('the store works again');
    else log.error({ reason }, 'the store does not work');
    logged = reason;
  }

  return async () => {
    const [readFailure, writeFailure] = await Promise.all([inTime(read()), inTime(write())]);
    const reason = writeFailure ?? readFailure;
    logChange(reason);
    const checks = {
      accepting: isAccepting() ? 'ok' : 'failed',
      store_read: readFailure === undefined ? 'ok' : 'failed',
      store_write: writeFailure === undefined ? 'ok' : 'failed',
    } as const;
    const ready = Object.values(checks).every((check) => check === 'ok');
    return { ready, checks, ...(reason === undefined ? {} : { reason }) };
  };
}

/** Why a check failed; `undefined` when it succeeded. */
type Failure = string | undefined;

async function inTime(check: Promise<Failure>): Promise<Failure> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Failure>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'the store did not respond within a second');
  });
  const failure = await Promise.race([check, timeout]);
  clearTimeout(timer);
  return failure;
}

// Without this, a store that hangs would collect a check of every probe.
function oneAtATime(run: () => Promise<void>): () => Promise<Failure> {
  let pending: Promise<Failure> | undefined;
  return () => {
    pending ??= run()
      .then(() => undefined, reasonOf)
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  return describeOutage(error) ?? 'the store failed';
}

import type { components } from '../../generated/internal-types.ts';
import type { Health } from '../../server/store/engine/health.ts';

export type Readiness = components['schemas']['Readiness'];
type Check = components['schemas']['Check'];

/** Shorter than the time that probes usually wait. */
const timeoutMs = 1000;

/** Checks whether the service can work. At most one check of each kind is under way in the store, however many probes come. */
export function createReadiness(health: Health, isAccepting: () => boolean): () => Promise<Readiness> {
  const read = oneAtATime(health.read);
  const write = oneAtATime(health.write);
  return async () => {
    const [storeRead, storeWrite] = await Promise.all([inTime(read()), inTime(write())]);
    const checks = {
      accepting: isAccepting() ? 'ok' : 'failed',
      store_read: storeRead,
      store_write: storeWrite,
    } as const;
    return { ready: Object.values(checks).every((check) => check === 'ok'), checks };
  };
}

async function inTime(check: Promise<boolean>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  const succeeded = await Promise.race([check, timeout]);
  clearTimeout(timer);
  return succeeded ? 'ok' : 'failed';
}

// Without this, a store that hangs would collect a check of every probe.
function oneAtATime(run: () => Promise<void>): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  return () => {
    pending ??= run()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
}

import type { components } from '../../generated/internal-types.ts';
import type { Health } from '../../server/store/engine/health.ts';

export type Readiness = components['schemas']['Readiness'];
type Check = components['schemas']['Check'];

/** Shorter than what probes usually wait for. */
const patienceMs = 1000;

/** Asks whether the service can work. However often it is asked, the store has one question of a kind before it. */
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

async function inTime(question: Promise<boolean>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  const answered = await Promise.race([question, impatience]);
  clearTimeout(timer);
  return answered ? 'ok' : 'failed';
}

// A store that hangs would else collect the questions of every probe.
function oneAtATime(ask: () => Promise<void>): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  return () => {
    pending ??= ask()
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

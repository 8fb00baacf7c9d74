import { join } from 'node:path';
import type { Bench, Comparison, Series } from '../run/benchmark.ts';
import { compareWithPeer } from '../run/compare.ts';
import type { FillOptions } from '../subjects/fill.ts';
import type { ServiceInfo, ServiceOptions } from '../subjects/service.ts';

/** The sizes to measure: up to a million, or fewer in a quick run. */
export function sizesOf({ quick }: Bench): readonly number[] {
  return quick ? [10, 10_000] : [10, 1000, 100_000, 1_000_000];
}

/** Starts the service on a database that is already full. */
export async function startFilled(
  bench: Bench,
  filling: Omit<FillOptions, 'database'>,
  options: Omit<ServiceOptions, 'database'>,
): Promise<{ readonly pid: number; readonly info: ServiceInfo }> {
  const database = join(bench.folder, `${Object.values(filling).join('-')}.db`);
  const filled = await bench.start('subjects/fill', { database, ...filling } satisfies FillOptions);
  await filled.stop();
  return bench.start<ServiceInfo>('subjects/service', { database, ...options } satisfies ServiceOptions);
}

/** Compares the largest size with the smallest. The cost of a task may grow as fast as a tree look-up, not faster. */
export function compareGrowth(series: readonly Series[], of: string): Comparison[] {
  const sizes = series.flatMap(({ at }) => at ?? []);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return [...new Set(series.map(({ task }) => task))].flatMap((task) =>
    compareWithPeer(series, {
      what: `${task}, ${most.toLocaleString('en')} ${of}, CPU`,
      peerName: `${least.toLocaleString('en')} ${of}`,
      metric: 'cpuMs',
      ours: { subject: 'account-access', task, at: most },
      peer: { subject: 'account-access', task, at: least },
      aim: { atMost: Math.log(most) / Math.log(least) },
    }),
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Load, LoadResult } from '../load/load.ts';
import { startScript } from '../processes/start-script.ts';
import type { Bench } from './bench.ts';

export interface OpenBench extends Bench {
  close(): Promise<void>;
}

export async function openBench(quick: boolean, say: (text: string) => void): Promise<OpenBench> {
  const folder = await mkdtemp(join(tmpdir(), 'account-access-bench-'));
  const closers: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  const onClose = (close: () => Promise<void> | void) => {
    closers.unshift(close);
  };
  const closeAll = async () => {
    for (const close of closers) await close();
  };
  // The interruption and the interrupted benchmark both close it.
  let closed: Promise<void> | undefined;
  const loading = await startScript<object, Load, LoadResult>('load/load-script');
  onClose(loading.stop);
  return {
    quick,
    folder,
    say,
    onClose,
    load: (load) => loading.run(load),
    start: async (name, options) => {
      const script = await startScript(name, options);
      onClose(script.stop);
      return script as never;
    },
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}

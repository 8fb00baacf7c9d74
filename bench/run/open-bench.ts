import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Load, Loaded } from '../load/load.ts';
import { startScript } from '../processes/start-script.ts';
import type { Bench } from './bench.ts';

export interface OpenBench extends Bench {
  close(): Promise<void>;
}

export async function openBench(quick: boolean, say: (text: string) => void): Promise<OpenBench> {
  const folder = await mkdtemp(join(tmpdir(), 'account-access-bench-'));
  const closers: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  const closing = (close: () => Promise<void> | void) => {
    closers.unshift(close);
  };
  const closeAll = async () => {
    for (const close of closers) await close();
  };
  // Whoever interrupts it and what is interrupted both close it.
  let closed: Promise<void> | undefined;
  const loading = await startScript<object, Load, Loaded>('load/load-script');
  closing(loading.stop);
  return {
    quick,
    folder,
    say,
    closing,
    load: (load) => loading.ask(load),
    start: async (name, options) => {
      const script = await startScript(name, options);
      closing(script.stop);
      return script as never;
    },
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}

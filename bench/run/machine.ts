import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

/** What the figures were taken on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** How often a second 4 KiB are on the disk with the temporary files: where it says so at once, nothing waits. */
  readonly syncsPerSecond: number;
}

export function describeMachine(folder: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    syncsPerSecond: Math.round(syncsPerSecond(join(folder, 'sync'))),
  };
}

function syncsPerSecond(path: string): number {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096, 'x');
  const begin = performance.now();
  let syncs = 0;
  while (performance.now() - begin < 500) {
    writeSync(file, block, 0, block.length, 0);
    fdatasyncSync(file);
    syncs += 1;
  }
  closeSync(file);
  return syncs / ((performance.now() - begin) / 1000);
}

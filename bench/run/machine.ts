import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';

/** The machine on which the figures were measured. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** How often per second the disk with the temporary files syncs 4 KiB. A high rate means that it does not really sync. */
  readonly syncsPerSecond: number;
}

/** Whether a load this high would slow down what is measured. */
export function isBusy(load: number): boolean {
  return load > availableParallelism() / 2;
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    syncsPerSecond: Math.round(syncsPerSecond()),
  };
}

function syncsPerSecond(): number {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-bench-'));
  const file = openSync(join(folder, 'sync'), 'w');
  const block = Buffer.alloc(4096, 'x');
  const begin = performance.now();
  let syncs = 0;
  while (performance.now() - begin < 500) {
    writeSync(file, block, 0, block.length, 0);
    fdatasyncSync(file);
    syncs += 1;
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return syncs / ((performance.now() - begin) / 1000);
}

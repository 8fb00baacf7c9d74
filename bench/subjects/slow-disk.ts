import { DatabaseSync } from '@photostructure/sqlite';

const never = new Int32Array(new SharedArrayBuffer(4));

/** Delays every later durable commit of this process by `ms`, like a disk that really syncs. */
export function slowDown(ms: number): void {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (
    this: InstanceType<typeof DatabaseSync>,
    statement: string,
  ) {
    const result = exec.call(this, statement);
    // Blocks the thread that commits, as a slow disk does.
    if (statement === 'commit') Atomics.wait(never, 0, 0, ms);
    return result;
  };
}

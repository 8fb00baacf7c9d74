import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file that is being made beside the one it will be, for its owner alone: whatever ends this process, there is no half file. */
export interface PartialFile {
  readonly path: string;
  /** On the disk and under its name at once. `replace`: instead of the file there is. @throws EEXIST */
  putInPlace(replace: boolean): void;
  /** Does nothing once it is in place. */
  discard(): void;
}

export function createPartialFile(target: string): PartialFile {
  removeLeftovers(target);
  const path = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  closeSync(openSync(path, 'wx', 0o600));
  return {
    path,
    putInPlace(replace) {
      sync(path, 'r+');
      if (replace) renameSync(path, target);
      else {
        // A link fails where a file has come meanwhile; a rename would destroy that.
        linkSync(path, target);
        unlinkSync(path);
      }
      sync(dirname(target), 'r');
    },
    discard() {
      for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    },
  };
}

// Of processes that were killed.
function removeLeftovers(target: string): void {
  const prefix = `.${basename(target)}.`;
  for (const name of readdirSync(dirname(target))) {
    const [, pid] =
      /^(\d+)\.partial(-\w+)?$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(target), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (existsSync(`/proc/${pid}`)) return pid !== process.pid;
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

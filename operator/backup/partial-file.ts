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
import { codeOf } from '../../server/security/error-code.ts';

/**
 * A temporary file in the target's folder, readable only by its owner. If this process is killed, no half file has the
 * target's name.
 */
export interface PartialFile {
  readonly path: string;
  /** Flushes the file to the disk and gives it its name. `replace` allows an existing file. @throws EEXIST */
  putInPlace(replace: boolean): void;
  /** Deletes the temporary file, unless it is in place. */
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
        // A link fails when the target exists by now; a rename would overwrite it.
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

// Files of processes that were killed.
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
    // The process exists, and belongs to another user.
    return codeOf(error) === 'EPERM';
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

import { readdirSync, readFileSync } from 'node:fs';
import { memoryMb } from '../../processes/command.ts';

/** The memory that a process and all that it started use now, in MiB. */
export function treeMemoryMb(root: number): number {
  const parents = parentOfEach();
  const isInTree = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isInTree(parents.get(pid)));
  const tree = [...parents.keys()].filter(isInTree);
  // One that has ended, but that its parent has not asked about, has no memory.
  return tree.reduce((sum, pid) => sum + (ifRunning(() => memoryMb(pid)) || 0), 0);
}

function parentOfEach(): ReadonlyMap<number, number> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return new Map(pids.flatMap((pid) => ifRunning(() => [[pid, parentOf(pid)]]) ?? []));
}

// The parent is the second field after the name, which may have spaces in it (proc(5)).
const parentOf = (pid: number) =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1],
  );

/** A process may end while it is read. */
function ifRunning<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

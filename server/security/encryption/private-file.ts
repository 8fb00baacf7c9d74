import { type Stats, statSync } from 'node:fs';
import { fileProblem } from './file-problem.ts';

/** Why a file that holds a secret cannot be used; `undefined` when it can. A link is followed. */
export function findExposure(path: string): string | undefined {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    return fileProblem(error);
  }
  if (!stats.isFile()) return 'it is not a file';
  // The owner's group may read it, as where secrets are mounted into a container.
  return (stats.mode & 0o027) === 0
    ? undefined
    : 'others than its owner can read or change it: give it the mode 0600, or 0640';
}

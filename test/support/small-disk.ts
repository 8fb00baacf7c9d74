import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const mount = (folder: string, mebibytes: number) => [
  ...['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder],
];

/** Whether to skip tests that mount a disk. Only root may, and not in every container. */
export const cannotMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'account-access-'));
  const isMounted = spawnSync('mount', mount(folder, 1)).status === 0;
  if (isMounted) execFileSync('umount', [folder]);
  rmdirSync(folder);
  return !isMounted;
})();

/** Mounts a disk on the folder until the test ends. */
export function mountDisk(folder: string, mebibytes: number): void {
  execFileSync('mount', mount(folder, mebibytes));
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
  });
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const run = promisify(execFile);

// npm uses its cache first. It retries often, because networks are slow and registries fail.
const patient = [
  '--prefer-offline',
  '--fetch-retries=6',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=300000',
];

/** Installs packages into a folder. @throws with the output of npm. */
export async function npmInstall(
  folder: string,
  options: readonly string[],
  ...wanted: readonly string[]
): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', ...patient, ...options, ...wanted], {
    cwd: folder,
  });
}

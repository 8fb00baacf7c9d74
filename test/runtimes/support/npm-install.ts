import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

// What it has, npm does not ask for; what it asks for, it may ask for again, since networks are slow and registries stumble.
const patient = [
  '--prefer-offline',
  '--fetch-retries=6',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=300000',
];

/** Installs a package into a folder, with nothing said of audits and funds. @throws with what npm said. */
export async function npmInstall(folder: string, options: readonly string[], wanted: string): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', ...patient, ...options, wanted], { cwd: folder });
}

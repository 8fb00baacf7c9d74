import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmInstall } from './npm-install.ts';

const cache = new URL('../../../node_modules/.cache/runtimes', import.meta.url).pathname;

/**
 * The program of the newest Node of a major version: this one, or the one that the npm registry has for this platform, kept
 * under node_modules. Only the first time asks the network, and npm keeps the tarball for other clones on the machine.
 * @throws when it cannot be had.
 */
export async function findRuntime(major: number): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(cache, `${name}-${major}`);
  const program = join('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!(await exists(join(folder, program)))) await fetchInto(folder, `${name}@${major}`);
  return join(folder, program);
}

// Beside its place first, so that a fetch that was cut short is not taken for a whole one.
async function fetchInto(folder: string, wanted: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    // A package of its own, or npm would take ours for it.
    await writeFile(join(draft, 'package.json'), '{"private":true}');
    await npmInstall(draft, ['--no-save', '--ignore-scripts'], wanted);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (cause) {
    throw new Error(`${wanted} cannot be fetched from the npm registry`, { cause });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmInstall } from './npm-install.ts';

export interface Runtime {
  readonly major: number;
  readonly program: string;
}

const majors = [20, 22, 24, 26];

const cache = new URL('../../../node_modules/.cache/runtimes', import.meta.url).pathname;

/** Finds a Node of each version. It warns about a version that it can't get; with `CI=true` that is an error. */
export async function findRuntimes(): Promise<Runtime[]> {
  const found: Runtime[] = [];
  for (const major of majors) {
    try {
      found.push({ major, program: await findRuntime(major) });
    } catch (error) {
      if (process.env.CI === 'true') throw error;
      console.warn(`SKIPPED: Node ${major}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return found;
}

/**
 * Returns the path of the newest Node of a major version: this one, or one from the npm registry. It is cached in
 * node_modules, so only the first run needs the network.
 * @throws when the registry does not have it.
 */
async function findRuntime(major: number): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(cache, `${name}-${major}`);
  const program = join(
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(join(folder, program))) await fetchInto(folder, `${name}@${major}`);
  return join(folder, program);
}

// In a temporary folder first, so that an interrupted fetch is not mistaken for a complete one.
async function fetchInto(folder: string, wanted: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    // With its own package.json, or npm would install into ours.
    await writeFile(join(draft, 'package.json'), '{"private":true}');
    await npmInstall(draft, ['--no-save', '--ignore-scripts'], wanted);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (cause) {
    throw new Error(`cannot fetch ${wanted} from the npm registry`, { cause });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

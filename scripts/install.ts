import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from './linters.ts';

/** Few commands need these, so `npm ci` leaves them out. Each has its own lock file. */
export const packages = {
  docs: 'what builds the site of the docs, about 140 MB',
  'bench/power/planted': 'the packages of the apps with planted faults, about 30 MB',
  'test/frameworks': 'the frameworks and test runners that tests use, about 170 MB',
  'test/browser': 'what checks the accessibility of pages, about 4 MB',
  'scripts/tools': 'linters and generators of other people, about 420 MB',
} as const;
export type Package = keyof typeof packages;

/** Installs a package on the first run, and again when its lock file has changed. No script of a dependency runs. */
export async function install(name: Package): Promise<void> {
  const folder = join(root, name);
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules/.installed-lock.json');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return;
  console.error(`Installing ${packages[name]}: npm ci --prefix ${name}`);
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  await promisify(execFile)('npm', options, { cwd: folder });
  await writeFile(stamp, lock);
}

/** `name version` of a tool, as `scripts/tools` or the project has it. */
export function toolName(packageName: string): string {
  const files = ['package.json', 'scripts/tools/package.json'].map((file) => join(root, file));
  const versions = files.map((file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    return { ...dependencies, ...devDependencies }[packageName];
  });
  const version = versions.findLast((found) => found !== undefined);
  if (version === undefined) throw new Error(`${packageName} is in no package.json`);
  return `${packageName} ${version}`;
}

// As a command: installs the named packages, or all.
if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  const known = Object.keys(packages) as Package[];
  const named = process.argv.slice(2);
  await Promise.all(
    known.filter((name) => named.length === 0 || named.includes(name)).map(install),
  );
}

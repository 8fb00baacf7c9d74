import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../redocly.ts';
import { runProgram } from './run-program.ts';

const source = join(import.meta.dirname, 'tools');
const cache = join(root, 'node_modules/.cache/check-generators');

/** The folder of the tools' modules: installed on the first run, and again when the lock file has changed. */
export const toolsFolder = join(cache, 'node_modules');

/** Installs the tools outside the project's own dependencies. No script of a package runs. */
export async function installTools(): Promise<void> {
  const lock = await readFile(join(source, 'package-lock.json'), 'utf8');
  const stamp = join(toolsFolder, '.installed-lock.json');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return;
  console.log('Installing the tools: npm ci, about 300 MB in node_modules/.cache/check-generators');
  await mkdir(cache, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    await copyFile(join(source, name), join(cache, name));
  await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: cache });
  await writeFile(stamp, lock);
}

/** `name version`, as the package file of the tools or of the project has it. */
export function toolName(packageName: string): string {
  const versions = {
    ...dependenciesIn(join(root, 'package.json')),
    ...dependenciesIn(join(source, 'package.json')),
  };
  const version = versions[packageName];
  if (version === undefined) throw new Error(`${packageName} is in no package.json`);
  return `${packageName} ${version}`;
}

function dependenciesIn(path: string): Readonly<Record<string, string>> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8'));
  return { ...dependencies, ...devDependencies };
}

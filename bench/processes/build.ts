import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apart, keepTrack } from './children.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the scripts of the benchmarks are built to: beside what is shipped, which they import. */
export const builtFolder = join(root, 'dist', 'bench');

/** Builds the package and the scripts: what runs from source is slower, and nobody installs it. */
export async function build(): Promise<void> {
  const options: SpawnOptions = { ...apart, cwd: root, stdio: ['ignore', 2, 2] };
  const child = keepTrack(spawn('npm', ['run', '--silent', 'build'], options));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm run build ended with ${code}`);
  await buildScripts();
}

/** What is shipped must not hold them. */
export async function removeScripts(): Promise<void> {
  await rm(builtFolder, { recursive: true, force: true });
}

async function buildScripts(): Promise<void> {
  const { default: typescript } = await import('typescript');
  const { ESNext: module } = typescript.ModuleKind;
  const { ES2023: target } = typescript.ScriptTarget;
  const compilerOptions = {
    module,
    target,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
  };
  const sources = await readdir(join(root, 'bench'), { recursive: true });
  for (const source of sources.filter((name) => name.endsWith('.ts'))) {
    const text = await readFile(join(root, 'bench', source), 'utf8');
    const built = join(builtFolder, source.replace(/\.ts$/, '.js'));
    await mkdir(dirname(built), { recursive: true });
    await writeFile(built, typescript.transpileModule(text, { compilerOptions }).outputText);
  }
}

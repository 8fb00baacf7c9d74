import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The scripts of the benchmarks are built next to the package, which they import. */
export const builtFolder = join(root, 'dist', 'bench');

/** Builds the package and the scripts: source files run slower, and nobody installs them. */
export async function build(): Promise<void> {
  const options: SpawnOptions = { ...ownProcessGroup, cwd: root, stdio: ['ignore', 2, 2] };
  const child = trackChild(spawn('npm', ['run', '--silent', 'build'], options));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm run build ended with ${code}`);
  await buildScripts();
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
  // Their packages are installed there, if at all.
  await mkdir(builtFolder, { recursive: true });
  await symlink(join(root, 'bench/node_modules'), join(builtFolder, 'node_modules'));
  const names = await readdir(join(root, 'bench'), { recursive: true });
  const sources = names.filter(
    (name) => name.endsWith('.ts') && !/^(node_modules|power)\//.test(name),
  );
  for (const source of sources) {
    const text = await readFile(join(root, 'bench', source), 'utf8');
    const built = join(builtFolder, source.replace(/\.ts$/, '.js'));
    await mkdir(dirname(built), { recursive: true });
    await writeFile(built, typescript.transpileModule(text, { compilerOptions }).outputText);
  }
}

/** The child leads its own process group: Ctrl-C only reaches the command, and what the child starts ends with it. */
export const ownProcessGroup = { detached: true } as const;

const running = new Set<ChildProcess>();

/** Makes `killChildren` end a child that was started with `ownProcessGroup`. */
export function trackChild<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends every tracked child that still runs, with what it started. */
export function killChildren(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

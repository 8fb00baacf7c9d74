import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Basis } from '../../conformance/engine/basis.ts';
import { startProgram } from '../support/command/child-process.ts';

/** A server in examples/implementations, and the defect that its test plants in it. */
export interface Implementation {
  /** Its folder in examples/implementations. */
  readonly name: string;
  /** The file of that folder in which the defect is planted. */
  readonly source: string;
  /** Compiles the source, in a copy of the folder: a program and its arguments. */
  readonly build?: readonly [string, ...string[]];
  /** Starts the server, in a copy of the folder: a program and its arguments. It reads the environment variables PORT and ACCOUNTS. */
  readonly start: readonly [string, ...string[]];
  /** What `npm ci` does not install: a program that succeeds when it is here, and the command that installs it. */
  readonly requires?: { readonly probe: readonly [string, ...string[]]; readonly install: string };
  readonly defect: Defect;
}

/** A mistake in a copy of the source. */
export interface Defect {
  /** What the server does then: "logs in with any password". */
  readonly name: string;
  /** The check that fails, and its basis. */
  readonly check: string;
  readonly basis: Basis;
  /** Other checks to run, if `check` only watches the responses to their requests. */
  readonly with?: readonly string[];
  /** Occurs exactly once in the source. */
  readonly find: string;
  readonly replace: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
export const implementationsFolder = join(root, 'examples/implementations');

/** What the servers in fastify/ and hono/ need. */
export const frameworks: NonNullable<Implementation['requires']> = {
  probe: ['ls', join(implementationsFolder, 'node_modules')],
  install: 'npm ci --prefix examples/implementations',
};

/** Starts an implementation with a defect, if one is given, and stops it when `use` ends. `use` receives its address. */
export async function withImplementation<Result>(
  implementation: Implementation,
  defect: Defect | undefined,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), `${implementation.name}-`));
  try {
    const cwd = join(folder, implementation.name);
    await cp(join(implementationsFolder, implementation.name), cwd, { recursive: true });
    // Node looks for packages, and for the kind of module, in the folders above the source.
    for (const name of ['node_modules', 'package.json']) await symlink(join(root, name), join(folder, name));
    if (implementation.requires === frameworks)
      await symlink(join(implementationsFolder, 'node_modules'), join(cwd, 'node_modules'));
    if (defect) await plant(defect, join(cwd, implementation.source));
    const [compiler, ...options] = implementation.build ?? [];
    if (compiler !== undefined) await promisify(execFile)(compiler, options, { cwd });
    return await useServer(implementation, cwd, use);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function plant({ name, find, replace }: Defect, file: string): Promise<void> {
  const [before = '', after, ...more] = (await readFile(file, 'utf8')).split(find);
  if (after === undefined || more.length > 0)
    throw new Error(`the defect "${name}" does not occur exactly once in the source: ${find}`);
  await writeFile(file, before + replace + after);
}

async function useServer<Result>(
  { start }: Implementation,
  cwd: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const accounts = join(implementationsFolder, 'accounts.json');
  const server = startProgram(start, { cwd, env: { PORT: '0', ACCOUNTS: accounts } });
  try {
    const said = await server.says(/listening on http:\/\/[\d.]+:\d+\n/);
    return await use(said.replace('listening on ', '').trim());
  } finally {
    await server.end();
  }
}

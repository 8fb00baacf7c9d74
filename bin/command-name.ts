import { extname, join, relative } from 'node:path';

/**
 * Returns what a user types in `folder` to run a program file of this package again. It never downloads a package from the
 * registry.
 */
export function commandNameOf(program: string, folder: string): string {
  if (program.endsWith('.ts')) return 'npx tsx bin/account-access.ts';
  const path = relative(folder, program);
  if (path.startsWith('node_modules')) return 'npx --no-install account-access';
  return `node ${/\s/.test(path) ? JSON.stringify(path) : path}`;
}

const program = join(import.meta.dirname, `account-access${extname(import.meta.filename)}`);

export const commandName = commandNameOf(program, process.cwd());

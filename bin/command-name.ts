import { extname, join, relative } from 'node:path';

/** What a user types in this folder to run the command again, without a download. */
export const commandName = commandNameOf(
  join(import.meta.dirname, `account-access${extname(import.meta.filename)}`),
  process.cwd(),
);

export function commandNameOf(program: string, folder: string): string {
  if (program.endsWith('.ts')) return 'npx tsx bin/account-access.ts';
  const path = relative(folder, program);
  if (path.startsWith('node_modules')) return 'npx --no-install account-access';
  return `node ${/\s/.test(path) ? JSON.stringify(path) : path}`;
}

import { freemem } from 'node:os';
import { extname, join, relative } from 'node:path';

/** The environment variables. No other file of `bin/` reads them. */
export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** Empty variables of ours count as unset: compose files make them of `${SECRETS:-}`. */
export function forgetEmpty(): void {
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('ACCOUNT_ACCESS_') && value === '') delete process.env[name];
}

/** Turns off colours in libraries, which read these variables. */
export function forbidColours(): void {
  process.env.NO_COLOR = '1';
  delete process.env.FORCE_COLOR;
}

/** Makes `ps` show only the command, without its arguments. */
export function hideArguments(): void {
  process.title = 'account-access';
}

/** The free memory for this process, in bytes. A container may have less than its machine. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  const withinLimit = limit > 0 ? limit - process.memoryUsage().rss : Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(freemem(), withinLimit));
}

/** What a user types in `folder` to run a program file of this package again, without a download. */
export function commandNameOf(program: string, folder: string): string {
  if (program.endsWith('.ts')) return 'npx tsx bin/account-access.ts';
  const path = relative(folder, program);
  if (path.startsWith('node_modules')) return 'npx --no-install account-access';
  return `node ${/\s/.test(path) ? JSON.stringify(path) : path}`;
}

const program = join(import.meta.dirname, `account-access${extname(import.meta.filename)}`);

export const commandName = commandNameOf(program, process.cwd());

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** What a shell is to read. It asks the command itself for each completion, so that it never grows old. */
export function completionScript(shell: (typeof shells)[number]): string {
  return readFileSync(createRequire(import.meta.url).resolve(`#completion/${shell}`), 'utf8');
}

import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { startProgram } from '../command/child-process.ts';
import { temporaryFolder } from '../server/database.ts';

/** The user for programs that refuse to run as root: `postgres`, for root only. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A folder of the user who runs the programs, which goes when the test ends. */
export function folderOfPostgres(): string {
  const folder = temporaryFolder();
  giveToPostgres(folder, 0o700);
  return folder;
}

/** Makes the user who runs the programs the owner of a file or folder. */
export function giveToPostgres(path: string, mode: number): void {
  const { uid, gid } = otherUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  chmodSync(path, mode);
}

/** Runs a program to its end. @throws with its standard error, when it fails */
export function runAsPostgres(program: string, args: readonly string[]): void {
  execFileSync(program, args, { ...otherUser(), stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
}

export type Daemon = Awaited<ReturnType<typeof startAsPostgres>>;

/** Starts a program, which the end of the test stops, and waits until its output matches `ready`. @throws with its standard error, when it ends first */
export async function startAsPostgres(program: string, args: readonly string[], ready: RegExp) {
  const child = startProgram([program, ...args], { ...otherUser(), cwd: '/' });
  onTestFinished(child.end);
  await child.says(ready);
  return {
    stop: async (signal: NodeJS.Signals) => {
      child.signal(signal);
      await child.ended;
    },
  };
}

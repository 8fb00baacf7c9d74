import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../server/database.ts';
import { type Child, type ChildOptions, startCommand } from './child-process.ts';

/** Runs `account-access` in its own process, which ends with the test. */
export function runCommand(args: readonly string[], options?: ChildOptions): Child {
  const child = startCommand(args, options);
  onTestFinished(child.end);
  return child;
}

/** Runs `account-access serve` on a free port, and waits until it listens. */
export async function serveInChild(args: readonly string[], options?: ChildOptions) {
  const child = runCommand(['serve', '--port', '0', ...args], options);
  await child.says('"listening"');
  const [, url = ''] = /"url":"([^"]+)"/.exec(child.stderr()) ?? [];
  return { ...child, url, port: Number(new URL(url).port) };
}

/** Finds out which modules a process ran: Node writes their files when it measures coverage, as the process ends. */
export function watchModules() {
  const folder = temporaryFolder();
  return {
    env: { NODE_V8_COVERAGE: folder },
    /** The URLs of the files. Call it when the process has ended. */
    paths: (): string[] =>
      readdirSync(folder).flatMap((name) =>
        JSON.parse(readFileSync(join(folder, name), 'utf8')).result.map(
          ({ url }: { url: string }) => url,
        ),
      ),
  };
}

/** The environment of a Node process that first runs this module text, such as `Date.now = () => 0`. */
export function preloadScript(source: string): Readonly<Record<'NODE_OPTIONS', string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

/** The environment of a Node process whose clock stands still, so that no time limit passes because the machine is slow. */
export const clockAt = (time: number) => preloadScript(`Date.now = () => ${time};`);

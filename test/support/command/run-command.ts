import { onTestFinished } from 'vitest';
import { type Child, type ChildOptions, startCommand } from './child-process.ts';

/** Runs `account-access` in its own process, which ends with the test. */
export function runCommand(args: readonly string[], options?: ChildOptions): Child {
  const child = startCommand(args, options);
  onTestFinished(child.end);
  return child;
}

export interface ChildServer extends Child {
  readonly url: string;
  readonly port: number;
}

/** Runs `account-access serve` on a free port, and waits until it listens. */
export async function serveInChild(args: readonly string[], options?: ChildOptions): Promise<ChildServer> {
  const child = runCommand(['serve', '--port', '0', ...args], options);
  await child.says('"listening"');
  const url = urlIn(child);
  return { ...child, url, port: Number(new URL(url).port) };
}

/** The URL that a listening server has logged. */
export function urlIn(child: Child): string {
  const [, url] = /"url":"([^"]+)"/.exec(child.stderr()) ?? [];
  if (url === undefined) throw new Error(`no URL in ${child.stderr()}`);
  return url;
}

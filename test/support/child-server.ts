import { onTestFinished } from 'vitest';
import { type Child, type ChildOptions, startCommand } from './child.ts';

/** `account-access` as a process of its own, which does not outlive the test. */
export function runCommand(args: readonly string[], options?: ChildOptions): Child {
  const child = startCommand(args, options);
  onTestFinished(child.end);
  return child;
}

export interface ChildServer extends Child {
  readonly url: string;
  readonly port: number;
}

/** `account-access serve` on a free port, once it listens. */
export async function serveInChild(args: readonly string[], options?: ChildOptions): Promise<ChildServer> {
  const child = runCommand(['serve', '--port', '0', ...args], options);
  await child.says('"listening"');
  const url = urlIn(child);
  return { ...child, url, port: Number(new URL(url).port) };
}

/** Where a server that listens says that it is. */
export function urlIn(child: Child): string {
  const [, url] = /"url":"([^"]+)"/.exec(child.stderr()) ?? [];
  if (url === undefined) throw new Error(`no URL in ${child.stderr()}`);
  return url;
}

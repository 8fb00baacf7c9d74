import type { ChildProcess } from 'node:child_process';

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

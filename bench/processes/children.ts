import type { ChildProcess } from 'node:child_process';

/** With this, a child leads a group of its own: Ctrl-C reaches the command alone, and what the child starts ends with it. */
export const apart = { detached: true } as const;

const running = new Set<ChildProcess>();

/** Has a child, started `apart`, ended by `endChildren`. */
export function keepTrack<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends whatever was started and has not ended. */
export function endChildren(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

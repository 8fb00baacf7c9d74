import type { Command } from 'commander';

const all = new WeakMap<Command, (() => void)[]>();

/** Postpones what the help of the program does not show of a command, such as its options. Returns the command. */
export function whenNeeded(command: Command, work: () => void): Command {
  all.set(command, [...(all.get(command) ?? []), work]);
  return command;
}

/** Does what was postponed, before the command parses its arguments or shows its help. */
export function prepare(command: Command): void {
  const works = all.get(command) ?? [];
  all.delete(command);
  for (const work of works) work();
}

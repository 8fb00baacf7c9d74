import type { Command } from 'commander';

/** What the help of a command shows in addition to its options. */
export interface Facts {
  /** Lines to paste, most wanted first; with what they do, where they do not say it themselves. */
  readonly examples: readonly (string | readonly [line: string, what: string])[];
  /** Paragraphs. A line that starts with spaces is not wrapped. */
  readonly notes?: readonly string[];
  /** What `--json` writes. A line each when there are more than one value. */
  readonly json?: readonly unknown[];
}

const all = new WeakMap<Command, Facts>();

/** Adds the facts to a command, and returns it. */
export function withFacts(command: Command, facts: Facts): Command {
  all.set(command, facts);
  return command;
}

export function factsOf(command: Command): Facts {
  return all.get(command) ?? { examples: [] };
}

/** The command with those it belongs to, as it is typed. */
export function fullName(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}

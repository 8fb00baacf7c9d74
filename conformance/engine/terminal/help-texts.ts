import type { Command } from 'commander';

export interface HelpTexts {
  /** Command lines to copy, the most useful first. `what` explains a line that is not obvious. */
  readonly examples: readonly (string | readonly [line: string, what: string])[];
  /** Paragraphs. A line that starts with spaces is not wrapped. */
  readonly notes?: readonly string[];
  /** Examples of the values that `--json` writes. Several values are one line each. */
  readonly json?: readonly unknown[];
}

export interface ProgramTexts extends HelpTexts {
  /** By code. */
  readonly exitCodes: Readonly<Record<number, string>>;
}

const all = new WeakMap<Command, HelpTexts>();
const ofPrograms = new WeakMap<Command, ProgramTexts>();

export function withHelp(command: Command, texts: HelpTexts): Command {
  all.set(command, texts);
  return command;
}

export function withProgramHelp(program: Command, texts: ProgramTexts): Command {
  ofPrograms.set(program, texts);
  return withHelp(program, texts);
}

export function programTextsOf(command: Command): ProgramTexts | undefined {
  return command.parent === null ? ofPrograms.get(command) : programTextsOf(command.parent);
}

export function helpTextsOf(command: Command): HelpTexts {
  return all.get(command) ?? { examples: [] };
}

/** Returns the name of a command with the names of its parents, as users type it. */
export function fullName(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${fullName(parent)} ${command.name()}`;
}

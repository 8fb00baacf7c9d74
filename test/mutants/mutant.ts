import type { Behaviour } from './model/behaviour.ts';
import type { Options } from './run-against.ts';

/** A server that is correct but for one behaviour. */
export interface Mutant {
  /** What is broken. */
  readonly name: string;
  /** The check that must tell it. */
  readonly killedBy: string;
  readonly overrides: Partial<Behaviour>;
  /** How to run the checks, when the break shows only so. */
  readonly options?: Options;
}

/** Mutants of one check, each a line: what is wrong, and how. */
export function mutantsOf(
  killedBy: string,
  broken: Readonly<Record<string, Partial<Behaviour>>>,
  options: Options = {},
): readonly Mutant[] {
  return Object.entries(broken).map(([name, overrides]) => ({ name, killedBy, overrides, options }));
}

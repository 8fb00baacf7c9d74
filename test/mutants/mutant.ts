import type { Behaviour } from './model/behaviour.ts';
import type { Options } from './run-against.ts';

/** A server that is correct but for one behaviour. */
export interface Mutant {
  /** What is broken, as the end of the sentence "a server that …". */
  readonly name: string;
  /** The check that must tell it. */
  readonly killedBy: string;
  readonly overrides: Partial<Behaviour>;
  /** How to run the checks, when the break shows only so. */
  readonly options?: Options;
}

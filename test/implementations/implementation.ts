/** A server in examples/implementations, and how its tests plant defects in it. */
export interface Implementation {
  /** Its folder in examples/implementations. */
  readonly name: string;
  /** The file of that folder in which the defects are planted. */
  readonly source: string;
  /** Compiles the source, in a copy of the folder: a program and its arguments. */
  readonly build?: readonly [string, ...string[]];
  /** Starts the server, in a copy of the folder: a program and its arguments. It reads the environment variables PORT and ACCOUNTS. */
  readonly start: readonly [string, ...string[]];
  /** What `npm ci` does not install: a program that succeeds when it is here, and the command that installs it. */
  readonly requires?: { readonly probe: readonly [string, ...string[]]; readonly install: string };
  /** One defect for each strength of a check. */
  readonly defects: Readonly<Record<DefectStrength, Defect>>;
}

/** The strengths of checks that can fail a run. */
export type DefectStrength = 'safety' | 'shown' | 'standard' | 'wire' | 'decided';

/** A mistake in a copy of the source. */
export interface Defect {
  /** What the server does then: "logs in with any password". */
  readonly name: string;
  /** The check that fails. */
  readonly check: string;
  /** Other checks to run, if `check` only watches the responses to their requests. */
  readonly with?: readonly string[];
  /** Occurs exactly once in the source. */
  readonly find: string;
  readonly replace: string;
}

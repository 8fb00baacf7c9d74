import type { Behaviour } from './model/behaviour.ts';
import type { Options } from './run-against.ts';

/** A server that is correct except for one behaviour. */
export interface Mutant {
  /** What the server does wrong. */
  readonly name: string;
  /** The check that must fail. */
  readonly killedBy: string;
  readonly overrides: Partial<Behaviour>;
  /** Set when the error is a case that rests on a decision, in a check that rests on more. */
  readonly isDecided?: boolean;
  /** Set when the error may end the run early. */
  readonly mayEndRun?: boolean;
  /** Options of the run that the error needs to show. */
  readonly options?: Options;
}

/** By title: the check that must fail, a colon, and what the server does wrong. */
export type Titled = Readonly<Record<`${string}/${string}: ${string}`, Partial<Behaviour>>>;

export function mutants(
  behaviours: Titled,
  settings: Omit<Mutant, 'name' | 'killedBy' | 'overrides'> = {},
): readonly Mutant[] {
  return Object.entries(behaviours).map(([title, overrides]) => {
    const [killedBy = '', name = ''] = title.split(': ', 2);
    return { name, killedBy, overrides, ...settings };
  });
}

/** A server with other decisions than ours that follows the interface description. */
export interface Variant {
  readonly name: string;
  readonly overrides: Partial<Behaviour>;
  readonly options?: Options;
  /** Set when the server lacks what many checks need, so that few can run. */
  readonly few?: boolean;
}

/** What a server may decide otherwise, by name. Several freedoms in one server are a variant. */
export type Freedoms = Readonly<Record<string, Partial<Behaviour>>>;

/** Variants by name. */
export function variantsOf(
  behaviours: Freedoms,
  settings: Omit<Variant, 'name' | 'overrides'> = {},
): readonly Variant[] {
  return Object.entries(behaviours).map(([name, overrides]) => ({ name, overrides, ...settings }));
}

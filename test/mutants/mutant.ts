import type { Behaviour } from './model/behaviour.ts';
import type { Options } from './run-against.ts';

/** How to run the checks against a server. */
interface Run {
  /** Set when the error is a case that rests on a decision, in a check that rests on more. */
  readonly isDecided?: boolean;
  /** Set when the error may end the run early. */
  readonly mayEndRun?: boolean;
  /** Set when the server lacks what many checks need, so that few can run. */
  readonly few?: boolean;
  /** Options that the server needs to show what it does. */
  readonly options?: Options;
}

/** A server that is correct except for one behaviour. */
export interface Mutant extends Run {
  readonly name: string;
  readonly killedBy: string;
  readonly overrides: Partial<Behaviour>;
}

export type Server = Partial<Behaviour> & { readonly run?: Run };

/** By title: the check that must fail, a colon, and what the server does wrong. */
type Titled<Value> = Readonly<Record<`${string}/${string}: ${string}`, Value>>;
export type Mutants = Titled<Server>;

export function mutantsOf(mutants: Mutants): readonly Mutant[] {
  return Object.entries(mutants).map(([title, { run, ...overrides }]) => {
    const [killedBy = '', name = ''] = title.split(': ', 2);
    return { name, killedBy, overrides, ...run };
  });
}

/** A server for each value, all made in the same way. */
export function each<Value>(make: (value: Value) => Server, values: Titled<Value>): Mutants {
  return Object.fromEntries(Object.entries(values).map(([title, value]) => [title, make(value)]));
}

/** A server with other decisions than ours that follows the interface description. */
export type Variant = Omit<Mutant, 'killedBy'>;

/** By name: what a server may decide otherwise. Those without `run` may be in one server. */
export type Variants = Readonly<Record<string, Server>>;

export const destructive = { options: { destructive: true } } as const satisfies Run;

/** The part of redocly's rule interface that our rules use: its packages publish no types for it. */

/** A place in one of the contract's files. */
export interface Location {
  readonly source: { readonly absoluteRef: string };
  readonly pointer: string;
  readonly absolutePointer: string;
  child(keys: string | number | readonly (string | number)[]): Location;
  key(): Location;
}

/** Any value of the document, together with the place where it is written. */
export interface Placed {
  // biome-ignore lint/suspicious/noExplicitAny: a linter reads documents of which nothing is known yet.
  readonly node: any;
  readonly location: Location;
}

export type Resolve = (reference: unknown, from?: string) => Partial<Placed>;

export interface Context {
  readonly key: string | number;
  readonly location: Location;
  readonly parent: unknown;
  readonly rawNode: unknown;
  readonly resolve: Resolve;
  report(problem: { message: string; location?: Location | undefined; suggest?: string[] }): void;
}

// biome-ignore lint/suspicious/noExplicitAny: see Placed.
export type Visit = (node: any, context: Context) => void;
export type Rule = () => Record<string, Visit | { enter?: Visit; leave?: Visit }>;

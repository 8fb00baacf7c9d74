import type { Behaviour } from './model/behaviour.ts';
import type { Options } from './run-against.ts';

/** A server with other decisions than ours that follows the interface description. */
export interface Variant {
  readonly name: string;
  readonly overrides: Partial<Behaviour>;
  readonly options?: Options;
  /** Set when the server lacks what many checks need, so that few can run. */
  readonly few?: boolean;
}

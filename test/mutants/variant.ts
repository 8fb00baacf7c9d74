import type { Behaviour } from './model/behaviour.ts';
import type { Options } from './run-against.ts';

/** A server that decides otherwise than we did, and keeps all that was shown. */
export interface Variant {
  readonly name: string;
  readonly overrides: Partial<Behaviour>;
  readonly options?: Options;
  /** It lacks what many checks need, so that few can pass. */
  readonly few?: boolean;
}

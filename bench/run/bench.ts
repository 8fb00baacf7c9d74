import type { Load, Loaded } from '../load/load.ts';
import type { Script } from '../processes/start-script.ts';

/** What a benchmark measures with. What it has open is closed when it is over. */
export interface Bench {
  /** Whether short turns do: the figures then say no more than that everything runs. */
  readonly quick: boolean;
  /** For its files, on the disk that is measured. */
  readonly folder: string;
  /** Tells whoever waits how far it is. */
  say(text: string): void;
  /** Starts `bench/<name>.ts` as it was built. */
  start<Info, Question = never, Answer = never>(
    name: string,
    options?: object,
  ): Promise<Script<Info, Question, Answer>>;
  /** Puts a load on a server, from a process of its own. */
  load(load: Load): Promise<Loaded>;
  /** Has something closed at the end: what was opened last goes first. */
  closing(close: () => Promise<void> | void): void;
}

import type { Load, LoadResult } from '../load/load.ts';
import type { Script } from '../processes/start-script.ts';

/** What a benchmark measures with. All that it opens is closed at its end. */
export interface Bench {
  /** Short rounds: the figures only show that everything runs. */
  readonly quick: boolean;
  /** The folder for its files, on the disk that is measured. */
  readonly folder: string;
  /** Reports progress. */
  say(text: string): void;
  /** Starts `bench/<name>.ts` as it was built. */
  start<Info, Job = never, Result = never>(
    name: string,
    options?: object,
  ): Promise<Script<Info, Job, Result>>;
  /** Sends a load to a server, from another process. */
  load(load: Load): Promise<LoadResult>;
  /** Registers what to close at the end. The last registered is closed first. */
  onClose(close: () => Promise<void> | void): void;
}

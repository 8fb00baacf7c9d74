import type { ServiceContext } from './context.ts';
import { memoize } from './made-once.ts';

/** Something that several checks look at and that is asked for once a run, by whichever comes first. */
export function once<Result>(call: (context: ServiceContext) => Promise<Result>) {
  return memoize(call);
}

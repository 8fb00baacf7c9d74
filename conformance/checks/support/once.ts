import type { ServiceContext } from './context.ts';

/** Something that several checks look at and that is asked for once a run, by whichever comes first. */
export function once<Result>(ask: (context: ServiceContext) => Promise<Result>) {
  const asked = new WeakMap<ServiceContext, Promise<Result>>();
  return (context: ServiceContext): Promise<Result> => {
    const known = asked.get(context);
    if (known !== undefined) return known;
    const fresh = ask(context);
    asked.set(context, fresh);
    return fresh;
  };
}

import type { Argument, Option } from 'commander';

/** The words that an option or argument takes, where they are more than its choices. */
type Suggest = () => Promise<readonly string[]>;

const all = new WeakMap<Option | Argument, Suggest>();

/** Tells completion what an option or argument takes, and answers with it. What it needs is only loaded then. */
export function suggesting<Taker extends Option | Argument>(taker: Taker, suggest: Suggest): Taker {
  all.set(taker, suggest);
  return taker;
}

export async function suggestionsOf(taker: Option | Argument): Promise<readonly string[]> {
  return (await all.get(taker)?.()) ?? taker.argChoices ?? [];
}

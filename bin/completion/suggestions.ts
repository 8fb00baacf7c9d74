import type { Argument, Option } from 'commander';

/** Returns the values that an option or argument accepts. */
type Suggest = () => Promise<readonly string[]>;

const all = new WeakMap<Option | Argument, Suggest>();

/** Adds suggestions for completion to an option or argument, and returns it. They are only loaded when needed. */
export function withSuggestions<Parameter extends Option | Argument>(
  parameter: Parameter,
  suggest: Suggest,
): Parameter {
  all.set(parameter, suggest);
  return parameter;
}

export async function suggestionsOf(parameter: Option | Argument): Promise<readonly string[]> {
  return (await all.get(parameter)?.()) ?? parameter.argChoices ?? [];
}

/** Something to be undone after the last check; what it returns or throws says what could not be. */
export interface Undo {
  readonly name: string;
  readonly undo: () => Promise<string | undefined>;
}

/** Last registered first. Returns what is left behind, in words. */
export async function cleanUp(undo: readonly Undo[]) {
  const leftovers: string[] = [];
  for (const { name, undo: action } of [...undo].reverse()) {
    try {
      const left = await action();
      if (left !== undefined) leftovers.push(`${name}: ${left}`);
    } catch (error) {
      leftovers.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return leftovers;
}

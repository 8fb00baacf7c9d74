/** The one of `names` that `word` was most likely meant to be; none when all are too different. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, edits: name.startsWith(word) ? 0 : countEdits(word, name) }))
    .sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= Math.max(1, word.length / 3) ? best.name : undefined;
}

/** Letters to put in, take out or change (Levenshtein). */
function countEdits(from: string, to: string): number {
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const next = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (last[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(change, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    last = next;
  }
  return last.at(-1) ?? 0;
}

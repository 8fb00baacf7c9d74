/** The words most like a mistyped one, or a sentence's worth of nothing: ` Did you mean a or b?` */
export function didYouMean(typed: string, words: Iterable<string>): string {
  const found = mostAlike(typed, words);
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`;
}

/** At most three, all as far from what was typed; none that is further than a slip of the fingers. */
export function mostAlike(typed: string, words: Iterable<string>): string[] {
  const farthest = Math.max(1, Math.floor(typed.length / 3));
  const near = [...new Set(words)]
    .map((word) => ({ word, distance: farFrom(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= farthest && distance < word.length);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ word, distance }) => (distance === least ? [word] : [])).slice(0, 3);
}

// A word that was not typed to its end is one slip away.
function farFrom(typed: string, word: string): number {
  return typed.length > 2 && word.startsWith(typed) ? 1 : distanceOf(typed, word);
}

// Characters to add, drop, change or swap with the next (Damerau and Levenshtein, each place edited once).
function distanceOf(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_none, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      line.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return cell(left.length, right.length);
}

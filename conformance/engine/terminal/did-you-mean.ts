/** Suggests the closest words, as in ` Did you mean a or b?`. Empty if no word is close. */
export function didYouMean(typed: string, words: Iterable<string>): string {
  const found = closestWords(typed, words);
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`;
}

/** Returns at most three words at the smallest edit distance, if that is small enough for a typing error. */
export function closestWords(typed: string, words: Iterable<string>): string[] {
  const farthest = Math.max(1, Math.floor(typed.length / 3));
  const near = [...new Set(words)]
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= farthest && distance < word.length);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ word, distance }) => (distance === least ? [word] : [])).slice(0, 3);
}

// Damerau-Levenshtein distance (optimal string alignment). The beginning of a word counts as one edit.
function editDistance(left: string, right: string): number {
  if (left.length > 2 && right.startsWith(left)) return 1;
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

/** A line of a text, and whether the other text lacks it. */
export interface ComparedLine {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Beyond it the whole texts count as changed. */
const mostLines = 400;

/** Compares two texts line by line, by their longest common subsequence. */
export function compareLines(
  before: string,
  after: string,
): { readonly before: ComparedLine[]; readonly after: ComparedLine[] } {
  const left = before.split('\n');
  const right = after.split('\n');
  if (left.length > mostLines || right.length > mostLines)
    return { before: marked(left, new Set()), after: marked(right, new Set()) };
  // By place: the length of the longest common subsequence of what follows.
  const lengths = Array.from({ length: left.length + 1 }, () =>
    new Array(right.length + 1).fill(0),
  );
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const isSame = plain(left[row]) === plain(right[column]);
      const longest = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
      lengths[row]?.splice(column, 1, longest);
    }

  const same = { left: new Set<number>(), right: new Set<number>() };
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (plain(left[row]) === plain(right[column])) {
      same.left.add(row);
      same.right.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return { before: marked(left, same.left), after: marked(right, same.right) };
}

/** Without the comma that a line of JSON has if another one follows. */
const plain = (line: string | undefined) => line?.replace(/,$/, '');

function marked(lines: readonly string[], same: ReadonlySet<number>): ComparedLine[] {
  return lines.map((text, at) => ({ text, isChanged: !same.has(at) }));
}

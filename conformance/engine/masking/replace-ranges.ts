import type { Range } from './find-ranges.ts';

/** Replaces ranges of a text, the longest of those that begin at the same place, and a whole secret before a part of a longer one. */
export function replaceRanges(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const sorted = ranges.toSorted(
    (one, other) =>
      one.start - other.start || other.end - one.end || Number(other.isWhole) - Number(one.isWhole),
  );
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, replacement } of sorted) {
    if (end <= done) continue;
    pieces.push(text.slice(done, Math.max(done, start)), replacement);
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

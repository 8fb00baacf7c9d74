// A random text of 64 bits passes, even if two positions are equal in a sample by chance.
export const leastBits = 56;

const alphabets: readonly (readonly [characters: RegExp, size: number])[] = [
  [/^\d*$/, 10],
  [/^[\da-f]*$/i, 16],
  [/^[\da-z]*$/, 36],
  [/^[\dA-Z]*$/, 36],
];

/** How many bits somebody must guess who knows the other texts. Few for counters, times and short texts. */
export function varyingBits(texts: readonly string[]): number {
  const longest = Math.max(...texts.map((text) => text.length));
  const columns = Array.from({ length: longest }, (_, at) => texts.map((text) => text[at] ?? ''));
  const varying = columns.filter((column) => new Set(column).size > 1);
  const used = varying.flat().join('');
  const [, size = 64] = alphabets.find(([characters]) => characters.test(used)) ?? [];
  return Math.round(varying.length * Math.log2(size));
}

/** From 0 to just above `largest`, in four to six steps of 1, 2 or 5 times a power of ten. */
export function niceTicks(largest: number): number[] {
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step);
}

/** Does this with each item, as many at once as said. */
export async function workOff<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, worker: number) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    for (const item of waiting) await work(item, worker);
  });
  await Promise.all(workers);
}

export function secondsSince(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}

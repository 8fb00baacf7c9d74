interface Step<Item> {
  readonly item: Item;
  readonly inner: readonly Item[];
  /** Those that were not entered yet. */
  readonly left: Iterator<Item>;
}

/**
 * What an item leads to, and the item itself, each once and after those that it leads to, unless they lead back to it. Without
 * recursion, because chains of schemas may be long.
 *
 * @param isKnown says what need not be visited; it is asked when an item is reached, so that it may know what was visited before
 */
export function* innermostFirst<Item>(
  start: Item,
  innerOf: (item: Item) => readonly Item[],
  isKnown: (item: Item) => boolean,
): Generator<Pick<Step<Item>, 'item' | 'inner'>> {
  const entered = new Set<Item>();
  const path: Step<Item>[] = [];
  const enter = (item: Item) => {
    if (entered.has(item) || isKnown(item)) return;
    entered.add(item);
    const inner = innerOf(item);
    path.push({ item, inner, left: inner.values() });
  };

  enter(start);
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const next = last.left.next();
    if (next.done === true) {
      yield last;
      path.pop();
    } else {
      enter(next.value);
    }
  }
}

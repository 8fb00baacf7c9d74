/** Calls `make` once per object and keeps the result as long as the object exists. */
export function memoize<Key extends object, Made extends object | string>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const results = new WeakMap<Key, Made>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    results.set(key, made);
    return made;
  };
}

// Names come from servers too, and a run may last for hours.
const mostTexts = 10_000;

/** The same for texts. It forgets all of them when there are too many. */
export function memoizeText<Made extends object>(
  make: (text: string) => Made,
): (text: string) => Made {
  const results = new Map<string, Made>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (results.size >= mostTexts) results.clear();
    results.set(text, made);
    return made;
  };
}

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

/** For how long an active key is accepted without another look-up, by default. */
export const defaultCacheMs = 1000;

/** More would be no faster than a look-up. */
export const maximumCacheMs = 60_000;

/** Limits the memory of a cache to about 5 MB. */
const maximumKeys = 10_000;

/** Finds what belongs to a key, by the hash of the key: in the cache, or with `find`. */
export type KeyCache<Key> = (
  keyHash: string,
  find: () => Promise<Key | undefined>,
) => Promise<Key | undefined>;

interface KeyCacheOptions {
  /** In milliseconds. 0 caches nothing. @default one second */
  readonly cacheMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Counts the changes of this process that may have ended a key. @default it makes none */
  readonly countInvalidations?: (() => number) | undefined;
}

interface Cached<Key> {
  readonly key: Key;
  readonly readAt: number;
  readonly invalidations: number;
}

/**
 * Caches active keys for a short time. What this process ends is never returned, and what another process ends not for longer
 * than that time. Expiry is checked at each call. That a key is not active is not cached, so a new key works at once, and
 * unknown keys take no memory.
 */
export function createKeyCache<Key extends { readonly expiresAt: number | undefined }>({
  cacheMs = defaultCacheMs,
  now,
  countInvalidations = () => 0,
}: KeyCacheOptions): KeyCache<Key> {
  const known = new Map<string, Cached<Key>>();
  return async (keyHash, find) => {
    const cached = known.get(keyHash);
    // A clock that never goes back: somebody may set back the other one.
    const readAt = performance.now();
    const invalidations = countInvalidations();
    if (cached !== undefined && readAt - cached.readAt < cacheMs && cached.invalidations === invalidations)
      return (cached.key.expiresAt ?? Infinity) > now() ? cached.key : undefined;
    const key = await find();
    known.delete(keyHash);
    if (key === undefined || cacheMs === 0) return key;
    if (known.size >= maximumKeys) removeOldest(known);
    // With the time and the count of before the look-up: the key may have ended during it.
    known.set(keyHash, { key, readAt, invalidations });
    return key;
  };
}

function removeOldest(known: Map<string, unknown>): void {
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}

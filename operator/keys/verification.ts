import { isWellFormed } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/credential-hashes.ts';
import type { Health } from '../../server/store/health.ts';
import type { ActiveApiKey, ApiKeys } from '../../server/store/keys/api-keys.ts';
import type { AccessTokens } from '../../server/store/tokens/access-tokens.ts';
import type { components } from '../internal/contract/internal-types.ts';

type Schemas = components['schemas'];
export type VerifiedKey = Schemas['ActiveApiKey'] | Schemas['Inactive'];
export type VerifiedCredential = Schemas['Introspection'];

export interface VerificationDeps {
  readonly apiKeys: Pick<ApiKeys, 'findActive'>;
  readonly accessTokens: Pick<AccessTokens, 'findLive'>;
  readonly health: Pick<Health, 'checkFile'>;
  readonly now: () => number;
  /** @default none: each key is looked up */
  readonly cache?: KeyCache<ActiveApiKey> | undefined;
}

export type Verification = ReturnType<typeof createVerification>;

/** The one place that decides whether another service should accept a key. It says so in the terms of RFC 7662. */
export function createVerification({
  apiKeys,
  accessTokens,
  health,
  now,
  cache = (_keyHash, find) => find(),
}: VerificationDeps) {
  const verifyKey = async (text: string): Promise<VerifiedKey> => {
    // Malformed credentials are not looked up, which spares the store.
    if (!isWellFormed('apiKey', text)) return inactive;
    health.checkFile(fileCheckMs);
    const keyHash = hashCredential(text);
    const key = await cache(keyHash, () => apiKeys.findActive(keyHash, now()));
    if (key === undefined) return inactive;
    return {
      active: true,
      kind: 'api_key',
      token_type: 'Bearer',
      sub: key.accountId,
      id: key.id,
      description: key.description ?? '',
      iat: toSeconds(key.createdAt),
      ...(key.expiresAt !== undefined && { exp: toSeconds(key.expiresAt) }),
    };
  };

  return {
    verifyKey,
    /** For a credential of any kind. */
    async verify(text: string): Promise<VerifiedCredential> {
      if (!isWellFormed('accessToken', text)) return verifyKey(text);
      health.checkFile(fileCheckMs);
      const token = await accessTokens.findLive(hashCredential(text), now());
      if (token === undefined) return inactive;
      return {
        active: true,
        kind: 'access_token',
        token_type: 'Bearer',
        sub: token.accountId,
        iat: toSeconds(token.createdAt),
        exp: toSeconds(token.expiresAt),
      };
    },
  };
}

const inactive = { active: false } as const;

// In a file that was replaced, an ended key may still be active. To look each time would take as long as the look-up.
const fileCheckMs = 100;

// NumericDate (RFC 7519, 2), rounded down, so that no service accepts a credential for longer than its lifetime.
function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** For how long an active key is accepted without another look-up, by default. */
const defaultCacheMs = 1000;

/** More would be no faster than a look-up. */
export const maximumCacheMs = 60_000;

/** Limits the memory of a cache to about 5 MB. */
const maximumKeys = 10_000;

/** Finds what belongs to a key, by the hash of the key: in the cache, or with `find`. */
type KeyCache<Key> = (
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
    if (
      cached !== undefined &&
      readAt - cached.readAt < cacheMs &&
      cached.invalidations === invalidations
    )
      return (cached.key.expiresAt ?? Infinity) > now() ? cached.key : undefined;
    const key = await find();
    known.delete(keyHash);
    if (key === undefined || cacheMs === 0) return key;
    const [oldest] = known.keys();
    if (known.size >= maximumKeys && oldest !== undefined) known.delete(oldest);
    // With the time and the count of before the look-up: the key may have ended during it.
    known.set(keyHash, { key, readAt, invalidations });
    return key;
  };
}

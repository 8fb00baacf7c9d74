import type { components } from '../../generated/internal-types.ts';
import { isWellFormed } from '../../server/security/credential.ts';
import { hashCredential } from '../../server/security/credential-hashes.ts';
import type { ActiveApiKey, ApiKeys } from '../../server/store/keys/api-keys.ts';
import type { AccessTokens } from '../../server/store/tokens/access-tokens.ts';
import type { KeyCache } from './key-cache.ts';

type Schemas = components['schemas'];
export type VerifiedKey = Schemas['ActiveApiKey'] | Schemas['Inactive'];
export type VerifiedCredential = Schemas['Introspection'];

export interface VerificationDeps {
  readonly apiKeys: Pick<ApiKeys, 'findActive'>;
  readonly accessTokens: Pick<AccessTokens, 'findLive'>;
  readonly now: () => number;
  /** @default none: each key is looked up */
  readonly cache?: KeyCache<ActiveApiKey> | undefined;
}

/** Says whether a credential is valid now, in the terms of RFC 7662. */
export interface Verification {
  verifyKey(text: string): Promise<VerifiedKey>;
  /** For a credential of any kind. */
  verify(text: string): Promise<VerifiedCredential>;
}

/** The one place that decides whether another service should accept a key. */
export function createVerification({
  apiKeys,
  accessTokens,
  now,
  cache = (_keyHash, find) => find(),
}: VerificationDeps): Verification {
  const verifyKey = async (text: string): Promise<VerifiedKey> => {
    // Malformed credentials are not looked up, which spares the store.
    if (!isWellFormed('apiKey', text)) return inactive;
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
    async verify(text) {
      if (!isWellFormed('accessToken', text)) return verifyKey(text);
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

// NumericDate (RFC 7519, 2), rounded down, so that no service accepts a credential for longer than its lifetime.
function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

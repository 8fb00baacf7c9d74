import { isWellFormed } from '../security/credential.ts';
import { hashCredential } from '../security/hash-credential.ts';
import type { Store } from '../store/store.ts';

/** A response of RFC 7662, 2.2. Times are seconds since 1970, rounded down. */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly kind: 'api_key';
      readonly token_type: 'Bearer';
      /** The id of the user. */
      readonly sub: string;
      /** The id of the key, by which it is revoked. */
      readonly id: string;
      readonly description: string;
      readonly iat: number;
    }
  | {
      readonly active: true;
      readonly kind: 'access_token';
      readonly token_type: 'Bearer';
      readonly sub: string;
      readonly iat: number;
      readonly exp: number;
    };

/** The one place that decides whether another service should accept a credential. */
export async function introspect(
  { apiKeys, tokens }: Pick<Store, 'apiKeys' | 'tokens'>,
  credential: string,
  now: number,
): Promise<Introspection> {
  if (isWellFormed('apiKey', credential)) {
    const key = await apiKeys.findByHash(hashCredential(credential));
    if (key?.state !== 'active') return { active: false };
    const { id, accountId: sub, description } = key;
    const iat = toSeconds(key.createdAt);
    return { active: true, kind: 'api_key', token_type: 'Bearer', sub, id, description, iat };
  }
  if (isWellFormed('accessToken', credential)) {
    const token = await tokens.find(hashCredential(credential), now);
    if (token === undefined) return { active: false };
    return {
      active: true,
      kind: 'access_token',
      token_type: 'Bearer',
      sub: token.accountId,
      iat: toSeconds(token.createdAt),
      exp: toSeconds(token.expiresAt),
    };
  }
  return { active: false };
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

import type { Request } from './load.ts';

/** A generation for each of these access tokens. */
export function generateRequests(tokens: readonly string[]): Request[] {
  return tokens.map((token) => ({
    method: 'POST',
    path: '/v1/security/apikey/generate',
    headers: { authorization: `Bearer ${token}` },
    body: {},
  }));
}

export function revokeRequest(id: string, token: string): Request {
  return {
    method: 'DELETE',
    path: `/v1/security/apikey/${id}`,
    headers: { authorization: `Bearer ${token}` },
  };
}

/** A login for each of these identities, which all have one password. */
export function logInRequests(identities: readonly string[], password: string): Request[] {
  return identities.map((identity) => ({
    method: 'POST',
    path: '/v1/auth/login',
    body: { identity, password },
  }));
}

/** A question for each of these keys whether it is good, of the internal listener. */
export function verifyRequests(keys: readonly string[], credential: string): Request[] {
  return keys.map((key) => ({
    method: 'POST',
    path: '/introspect',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${key}`,
  }));
}

/** For servers that ask nobody who somebody is: as long as real ones. */
export function unknownTokens(count: number): string[] {
  return Array.from({ length: count }, () => `aat_${'0'.repeat(49)}`);
}

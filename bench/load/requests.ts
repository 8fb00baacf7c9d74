import type { Request } from './load.ts';

/** How many keys a request of `verifyManyRequests` verifies. */
export const atOnce = 100;

/** One request to generate a key per access token. */
export function generateRequests(tokens: readonly string[]): Request[] {
  return tokens.map((token) => ({
    method: 'POST',
    path: '/v1/security/apikey/generate',
    headers: { authorization: `Bearer ${token}` },
    body: {},
  }));
}

/** One login per identity; they share a password. */
export function logInRequests(identities: readonly string[], password: string): Request[] {
  return identities.map((identity) => ({
    method: 'POST',
    path: '/v1/auth/login',
    body: { identity, password },
  }));
}

/** One request per key that verifies it at the internal listener. */
export function verifyRequests(keys: readonly string[], credential: string): Request[] {
  return keys.map((key) => ({
    method: 'POST',
    path: '/introspect',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${key}`,
  }));
}

/** One request per key that verifies a hundred keys at the internal listener, from that one on. */
export function verifyManyRequests(keys: readonly string[], credential: string): Request[] {
  return keys.map((_key, index) => ({
    method: 'POST',
    path: '/introspect-many',
    headers: { authorization: `Bearer ${credential}` },
    body: { tokens: Array.from({ length: atOnce }, (_, next) => keys[(index + next) % keys.length]) },
  }));
}

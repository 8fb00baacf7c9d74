import type { Request } from './load.ts';

/** How many keys a request of `verifyManyRequests` verifies. */
export const atOnce = 100;

const post = (
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
): Request => ({
  method: 'POST',
  path,
  headers,
  body,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** One request to generate a key per access token. */
export function generateRequests(tokens: readonly string[]): Request[] {
  return tokens.map((token) => post('/v1/security/apikey/generate', {}, bearer(token)));
}

/** One login per identity; they share a password. */
export function logInRequests(identities: readonly string[], password: string): Request[] {
  return identities.map((identity) => post('/v1/auth/login', { identity, password }));
}

/** One request per key that verifies it at the internal listener. */
export function verifyRequests(keys: readonly string[], credential: string): Request[] {
  const headers = { ...bearer(credential), 'content-type': 'application/x-www-form-urlencoded' };
  return keys.map((key) => post('/introspect', `token=${key}`, headers));
}

/** One request per key that verifies a hundred keys at the internal listener, from that one on. */
export function verifyManyRequests(keys: readonly string[], credential: string): Request[] {
  return keys.map((_key, index) => {
    const tokens = Array.from({ length: atOnce }, (_, next) => keys[(index + next) % keys.length]);
    return post('/introspect-many', { tokens }, bearer(credential));
  });
}

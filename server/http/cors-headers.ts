/** The headers that a page needs to follow the contract, and that browsers hide from it unless they are listed. */
export const exposedHeaders = [
  'Accept-Post',
  'Allow',
  'Deprecation',
  'Idempotency-Replayed',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
] as const;

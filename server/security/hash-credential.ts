import { createHash } from 'node:crypto';

/** SHA-256 in hex, the only form in which a credential is stored. A fast hash is enough, as a credential has 256 random bits. */
export function hashCredential(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

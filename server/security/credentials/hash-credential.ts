import { hash } from 'node:crypto';

/**
 * SHA-256 in hex, the only form in which a credential is stored. A fast hash is right here: there are 256 random
 * bits to guess, not a password.
 */
export function hashCredential(text: string): string {
  return hash('sha256', text);
}

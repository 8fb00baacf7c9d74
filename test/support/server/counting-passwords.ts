import { vi } from 'vitest';
import { type Argon2, createPasswords } from '../../../server/security/passwords/password.ts';

/** Passwords whose hash is the password itself, with a mock that counts the verifications. */
export function countingPasswords() {
  const verify = vi.fn<Argon2['verify']>(async (hash, password) => hash === String(password));
  const hash = async (password: Uint8Array) => String(password);
  return { verify, passwords: createPasswords({ argon2: { hash, verify } }) };
}

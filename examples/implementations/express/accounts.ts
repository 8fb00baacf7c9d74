// The users: passwords and one-time codes.
import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';

export interface User {
  id: string;
  identity: string;
  nickname: string;
  totp_secret?: string;
  disabled?: boolean;
  salt: Buffer;
  passwordHash: Buffer;
  /** The time step of the last one-time code, because each code works once. */
  lastStep: number;
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const users = new Map<string, User>();
for (const { password, ...account } of JSON.parse(
  readFileSync(process.env.ACCOUNTS ?? 'accounts.json', 'utf8'),
)) {
  const salt = randomBytes(16);
  const passwordHash = await hashPassword(password, salt);
  users.set(account.identity, { ...account, salt, passwordHash, lastStep: -1 });
}

/** The user with this identity and password, unless they are disabled. */
export async function findUser(identity: string, password: string): Promise<User | undefined> {
  const user = users.get(identity.toLowerCase());
  // Also for an unknown identity, so that the response takes the same time.
  const hash = await hashPassword(password, user?.salt ?? Buffer.alloc(16));
  return user && !user.disabled && timingSafeEqual(hash, user.passwordHash) ? user : undefined;
}

/** Accepts each right code once. */
export function useCode(user: User, secret: string, code: string): boolean {
  // otpauth throws an error for digits that are not ASCII.
  if (!/^[0-9]{6}$/.test(code)) return false;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: 1 });
  if (delta === null || totp.counter() + delta <= user.lastStep) return false;
  user.lastStep = totp.counter() + delta;
  return true;
}

async function hashPassword(password: string, salt: Buffer): Promise<Buffer> {
  return scryptAsync(password, salt, 32, { N: 1024 }); // Low, to keep the examples fast. Use 2 ** 17.
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

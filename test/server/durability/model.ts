import { currentTotpCode } from '../../../server/security/one-time-codes.ts';

/** What the service knows of a person, without a store and without HTTP. */
export interface ModelPerson {
  password: string;
  disabled: boolean;
  mfa: ModelMfa | undefined;
  readonly tokens: ModelToken[];
  readonly keys: ModelKey[];
  /** What requests with an `Idempotency-Key` generated, by its value. */
  readonly repeatable: Map<string, ModelRequest>;
}

interface ModelMfa {
  readonly totpSecret: string;
  lastStep: number;
  readonly recoveryCodes: Set<string>;
}

interface ModelToken {
  readonly token: string;
  readonly expiresAt: number;
  ended: boolean;
}

interface ModelKey {
  readonly id: string;
  revokedAt: number | undefined;
}

interface ModelRequest {
  readonly description: string;
  readonly key: ModelKey;
  readonly data: unknown;
  readonly until: number;
  /** The tokens of that time were ended. */
  ended: boolean;
}

export const limits = {
  keys: 4,
  tokenLifetimeMs: 3_600_000,
  repeatableMs: 24 * 3_600_000,
} as const;

export function createPerson(password: string): ModelPerson {
  return { password, disabled: false, mfa: undefined, tokens: [], keys: [], repeatable: new Map() };
}

/** Why a login must fail; `undefined` when it must succeed, and then the code is used up. */
export function tryLogin(
  person: ModelPerson,
  { password, otp }: { readonly password: string; readonly otp: string | undefined },
  now: number,
): 'invalid_credentials' | 'otp_required' | 'otp_invalid' | undefined {
  if (person.disabled || password !== person.password) return 'invalid_credentials';
  const { mfa } = person;
  if (mfa === undefined) return undefined;
  if (otp === undefined) return 'otp_required';
  if (mfa.recoveryCodes.delete(otp)) return undefined;

  const offset = [1, 0, -1].find((each) => codeAt(mfa, now, each) === otp);
  if (offset === undefined) return 'otp_invalid';
  const step = Math.floor(now / 30_000) + offset;
  if (step <= mfa.lastStep) return 'otp_invalid';
  mfa.lastStep = step;
  return undefined;
}

/** The code of a time step before or after the present. */
export function codeAt({ totpSecret }: ModelMfa, now: number, steps: number): string {
  return currentTotpCode(totpSecret, now + steps * 30_000);
}

export function addToken(person: ModelPerson, token: string, now: number): void {
  person.tokens.push({ token, expiresAt: now + limits.tokenLifetimeMs, ended: false });
}

export function endTokens(person: ModelPerson): void {
  for (const token of person.tokens) token.ended = true;
  for (const request of person.repeatable.values()) request.ended = true;
}

export function isLive({ ended, expiresAt }: ModelToken, now: number): boolean {
  return !ended && now < expiresAt;
}

export function countActiveKeys({ keys }: ModelPerson): number {
  return keys.filter(({ revokedAt }) => revokedAt === undefined).length;
}

import { limits } from '../../generated/contract.ts';
import { Problem } from '../http/problem.ts';
import type { OneTimeCode, ReadCode } from '../security/one-time-codes.ts';
import type { LoginAttempt, LoginLimits } from '../security/rate-limits.ts';
import type { AccountWithSecrets, Store } from '../store/store.ts';
import type { Data, Input, Operation } from './operation.ts';

export interface LoginDeps {
  readonly accounts: Pick<Store['accounts'], 'findByIdentity'>;
  readonly logins: Store['logins'];
  /** Exactly one computation of the same cost, also without a hash. */
  readonly verifyPassword: (hash: string | undefined, password: string) => Promise<boolean>;
  readonly readCode: ReadCode;
  readonly createToken: () => { readonly token: string; readonly tokenHash: string };
  /** Without it, logins have no limit, as in a demo. */
  readonly loginLimits?: LoginLimits | undefined;
  readonly tokenLifetimeMs: number;
  readonly now: () => number;
}

export const login: Operation<'login', LoginDeps> = async (deps, input) => {
  const { identity, password } = input.body;
  // Checked before any look-up, so that the response says nothing about the identity.
  if (password === undefined) throw new Problem('password_required');

  // Counted before the password is verified, so that parallel attempts are not more than the limit.
  const attempt = await deps.loginLimits?.begin(identity, input.address);
  try {
    const account = await checkPassword(deps, identity, password);
    const code = await checkCode(deps, account, input.body.otp, attempt);
    const data = await completeLogin(deps, account, code, input);
    await attempt?.end('succeeded');
    return data;
  } catch (error) {
    await attempt?.end(resultOf(error));
    throw error;
  }
};

async function checkPassword(
  { accounts, verifyPassword }: LoginDeps,
  identity: string,
  password: string,
): Promise<AccountWithSecrets> {
  const account = await accounts.findByIdentity(identity);
  // An unknown identity, a wrong password and a disabled account cost one verification each, and get the same response.
  const isRight = await verifyPassword(account?.passwordHash, password);
  if (account === undefined) throw invalidCredentials('unknown_identity');
  if (!isRight) throw invalidCredentials('wrong_password');
  if (account.disabled) throw invalidCredentials('account_disabled');
  return account;
}

async function checkCode(
  { readCode, now }: LoginDeps,
  { totpSecret }: AccountWithSecrets,
  otp: string | undefined,
  attempt: LoginAttempt | undefined,
): Promise<OneTimeCode | undefined> {
  if (totpSecret === undefined) return undefined;
  if (otp === undefined) throw new Problem('otp_required');

  await attempt?.beginCode();
  const code = readCode(totpSecret, otp, now());
  if (code === undefined) throw new Problem('otp_invalid');
  return code;
}

async function completeLogin(
  { logins, createToken, tokenLifetimeMs, now: readClock }: LoginDeps,
  account: AccountWithSecrets,
  code: OneTimeCode | undefined,
  { traceId }: Input<'login'>,
): Promise<Data<'login'>> {
  const now = readClock();
  const { token, tokenHash } = createToken();
  const outcome = await logins.complete({
    accountId: account.id,
    revision: account.revision,
    code,
    tokenHash,
    now,
    expiresAt: now + tokenLifetimeMs,
    maximumTokens: limits.maximumTokens,
    traceId,
  });
  if (outcome === 'code_used') throw new Problem('otp_invalid');
  if (outcome === 'account_changed') throw invalidCredentials('account_changed');

  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor(tokenLifetimeMs / 1000),
    me_id: account.id,
    mfa_enabled: account.totpSecret !== undefined,
    nickname: account.nickname,
  };
}

/** The response does not say which: only the log does. */
function invalidCredentials(detail: string): Problem {
  return new Problem('invalid_credentials', { detail });
}

// A right password without its code is not a failed attempt, and an outage says nothing about the credentials.
function resultOf(error: unknown): 'wrong_password' | 'wrong_code' | 'unknown' {
  if (!(error instanceof Problem)) return 'unknown';
  if (error.reason === 'invalid_credentials') return 'wrong_password';
  return error.reason === 'otp_invalid' ? 'wrong_code' : 'unknown';
}

import { Problem } from '../http/problem.ts';
import type { OneTimeCode, ReadCode } from '../security/one-time-codes.ts';
import type { LoginPasswords } from '../security/passwords/login-passwords.ts';
import type { FailedLogins, LoginAttempt } from '../security/throttle/failed-logins.ts';
import type { AccountWithSecrets } from '../store/accounts/account-row.ts';
import type { Logins } from '../store/accounts/logins.ts';
import type { Data, Operation } from './operation.ts';

type Account = Pick<
  AccountWithSecrets,
  'id' | 'nickname' | 'passwordHash' | 'disabled' | 'totpSecret' | 'revision'
>;

export interface LoginDeps {
  /** Without it, logins have no rate limit, as in a demo. */
  readonly failedLogins?: FailedLogins | undefined;
  readonly accounts: { findByIdentity(identity: string): Promise<Account | undefined> };
  /** Without `rehash`, the stored hashes stay as they are. */
  readonly passwords: Pick<LoginPasswords, 'verify'> & Partial<LoginPasswords>;
  readonly readCode: ReadCode;
  readonly createToken: () => { readonly token: string; readonly tokenHash: string };
  readonly logins: Logins;
  readonly tokenLifetimeMs: number;
  readonly now: () => number;
}

export const login: Operation<'login', LoginDeps> = async (deps, { body, address, traceId }) => {
  const { identity, password, otp } = body;
  // Checked before any look-up, so that the response says nothing about the identity.
  if (password === undefined) throw new Problem('password_required');

  const attempt = await deps.failedLogins?.begin({ identity, address });
  if (attempt !== undefined && 'retryAfter' in attempt) throw new Problem('rate_limited', attempt);
  const result = await checkLogin(deps, attempt, { identity, password, otp, traceId }).catch(
    async (error) => {
      await (isFailedAttempt(error) ? attempt?.failed() : attempt?.withdraw());
      throw error;
    },
  );
  await attempt?.succeeded();
  return result;
};

async function checkLogin(
  deps: LoginDeps,
  attempt: LoginAttempt | undefined,
  {
    identity,
    password,
    otp,
    traceId,
  }: { identity: string; password: string; otp: string | undefined; traceId: string },
): Promise<Data<'login'>> {
  const account = await deps.accounts.findByIdentity(identity);
  // An unknown identity, a wrong password and a disabled account cost one verification each, and get the same response.
  const passwordIsRight = await deps.passwords.verify(
    account?.passwordHash,
    password,
    identity,
    attempt?.origin,
  );
  if (account === undefined) throw invalidCredentials('unknown_identity');
  if (!passwordIsRight) throw invalidCredentials('wrong_password');
  if (account.disabled) throw invalidCredentials('account_disabled');

  const now = deps.now();
  const code =
    account.totpSecret === undefined
      ? undefined
      : await checkCode(deps, attempt, account.totpSecret, otp, now);
  const newPasswordHash = await deps.passwords.rehash?.(account.passwordHash, password);
  const { token, tokenHash } = deps.createToken();
  const outcome = await deps.logins.complete({
    accountId: account.id,
    revision: account.revision,
    code,
    newPasswordHash,
    newKnownNetwork: attempt?.newKnownNetwork,
    tokenHash,
    now,
    expiresAt: now + deps.tokenLifetimeMs,
    traceId,
  });
  if (outcome === 'code_used') throw new Problem('otp_invalid');
  if (outcome === 'account_changed') throw invalidCredentials('account_changed');

  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor(deps.tokenLifetimeMs / 1000),
    me_id: account.id,
    mfa_enabled: account.totpSecret !== undefined,
    nickname: account.nickname,
  };
}

async function checkCode(
  { readCode }: LoginDeps,
  attempt: LoginAttempt | undefined,
  secret: string,
  otp: string | undefined,
  now: number,
): Promise<OneTimeCode> {
  if (otp === undefined) throw new Problem('otp_required');
  const rateLimited = await attempt?.tryCode(otp);
  if (rateLimited !== undefined) throw new Problem('rate_limited', rateLimited);
  const code = readCode(secret, otp, now);
  if (code === undefined) throw new Problem('otp_invalid');
  return code;
}

/** The response does not say which: only the log does. */
function invalidCredentials(detail: string): Problem {
  return new Problem('invalid_credentials', { detail });
}

// A right password without its code is not a failed attempt, and an outage says nothing about the credentials.
function isFailedAttempt(error: unknown): boolean {
  return (
    error instanceof Problem &&
    (error.reason === 'invalid_credentials' || error.reason === 'otp_invalid')
  );
}

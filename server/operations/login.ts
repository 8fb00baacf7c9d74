import type { Operation } from '../http/operation.ts';
import { Problem } from '../http/problem.ts';

interface Account {
  readonly id: string;
  readonly nickname: string;
  readonly passwordHash: string;
  readonly disabled: boolean;
  readonly totpSecret: string | undefined;
  readonly revision: number;
}

type UsedCode = { readonly totpStep: number } | { readonly recoveryCodeHash: string };

export interface LoginDeps {
  readonly accounts: { findByIdentity(identity: string): Promise<Account | undefined> };
  readonly passwords: { verify(storedHash: string | undefined, password: string): Promise<boolean> };
  readonly readCode: (totpSecret: string, otp: string, now: number) => UsedCode | undefined;
  readonly createToken: () => { readonly token: string; readonly tokenHash: string };
  readonly logins: {
    complete(login: {
      readonly accountId: string;
      readonly revision: number;
      readonly code: UsedCode | undefined;
      readonly tokenHash: string;
      readonly now: number;
      readonly expiresAt: number;
    }): Promise<'ok' | 'code_used' | 'account_changed'>;
  };
  readonly tokenLifetimeMs: number;
  readonly now: () => number;
}

export const login: Operation<'login', LoginDeps> = async (deps, { body }) => {
  const { identity, password, otp } = body;
  // Before any look-up, so that it says nothing about the identity.
  if (password === undefined) throw new Problem('password_required');

  const account = await deps.accounts.findByIdentity(identity);
  // Unknown, wrong and disabled cost the same one verification and give the same answer.
  const passwordIsRight = await deps.passwords.verify(account?.passwordHash, password);
  if (account === undefined || !passwordIsRight || account.disabled) throw new Problem('invalid_credentials');

  const now = deps.now();
  const code = account.totpSecret === undefined ? undefined : checkCode(deps, account.totpSecret, otp, now);
  const { token, tokenHash } = deps.createToken();
  const outcome = await deps.logins.complete({
    accountId: account.id,
    revision: account.revision,
    code,
    tokenHash,
    now,
    expiresAt: now + deps.tokenLifetimeMs,
  });
  if (outcome === 'code_used') throw new Problem('otp_invalid');
  if (outcome === 'account_changed') throw new Problem('invalid_credentials');

  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: Math.floor(deps.tokenLifetimeMs / 1000),
    me_id: account.id,
    mfa_enabled: account.totpSecret !== undefined,
    nickname: account.nickname,
  };
};

function checkCode({ readCode }: LoginDeps, secret: string, otp: string | undefined, now: number): UsedCode {
  if (otp === undefined) throw new Problem('otp_required');
  const code = readCode(secret, otp, now);
  if (code === undefined) throw new Problem('otp_invalid');
  return code;
}

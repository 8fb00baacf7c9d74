import { isUnchanged, lockAccount } from './account-row.ts';
import type { Database, Statements } from './database.ts';
import { recordEvent } from './events.ts';
import type { CompletedLogin, Store } from './store.ts';
import { storeToken } from './tokens.ts';

export function createLogins(database: Database): Store['logins'] {
  return {
    complete: (login) =>
      database.transaction(async (on) => {
        // The account may have changed while the password was verified. A token would then outlive the change.
        const account = await lockAccount(on, login.accountId);
        if (!isUnchanged(account, login.revision)) return 'account_changed';

        const factor = account.totp_secret === null ? 'password' : await consumeCode(on, login);
        if (factor === undefined) return 'code_used';

        await storeToken(on, login);
        await recordEvent(on, {
          event: 'login_succeeded',
          accountId: login.accountId,
          at: login.now,
          source: { actor: 'service', traceId: login.traceId },
          detail: { factor },
        });
        return 'ok';
      }),
  };
}

/** Consumes the code, in one statement that has one winner. Returns its kind, or `undefined` when it was used or is unknown. */
async function consumeCode(
  on: Statements,
  { accountId, code, now }: CompletedLogin,
): Promise<'totp' | 'recovery_code' | undefined> {
  // The operation requires a code before it calls this; the store requires one too.
  if (code === undefined) return undefined;
  if ('totpStep' in code) {
    const consumed = await on.run(
      `update accounts set totp_last_step = ?
       where id = ? and (totp_last_step is null or totp_last_step < ?)`,
      code.totpStep,
      accountId,
      code.totpStep,
    );
    return consumed === 1 ? 'totp' : undefined;
  }

  const consumed = await on.run(
    'update recovery_codes set used_at = ? where account_id = ? and code_hash = ? and used_at is null',
    now,
    accountId,
    code.recoveryCodeHash,
  );
  return consumed === 1 ? 'recovery_code' : undefined;
}

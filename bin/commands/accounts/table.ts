import type { AccountSummary } from '../../../operator/accounts/accounts.ts';
import { formatTable } from '../../output/format-table.ts';

/** A row an account. */
export function formatAccounts(accounts: readonly AccountSummary[]): string {
  return formatTable([
    ['IDENTITY', 'NICKNAME', 'STATE', 'MFA', 'ADDED', 'ID'],
    ...accounts.map(({ identity, nickname, state, mfaEnabled, createdAt, id }) => [
      identity,
      nickname,
      state,
      mfaEnabled ? 'yes' : 'no',
      new Date(createdAt).toISOString().slice(0, 10),
      id,
    ]),
  ]);
}

import type { AccountSummary } from '../../server/operator/accounts.ts';

/** A row an account, in columns as wide as what they hold. */
export function formatAccounts(accounts: readonly AccountSummary[]): string {
  const rows = [
    ['IDENTITY', 'NICKNAME', 'STATE', 'MFA', 'ADDED', 'ID'],
    ...accounts.map(({ identity, nickname, state, mfaEnabled, createdAt, id }) => [
      identity,
      nickname,
      state,
      mfaEnabled ? 'yes' : 'no',
      new Date(createdAt).toISOString().slice(0, 10),
      id,
    ]),
  ];
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

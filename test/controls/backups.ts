import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A backup lacks acknowledged changes, or is incomplete': {
    'backup-of-one-moment': {
      file: 'operator/backup/backup.ts',
      find: 'await sql`vacuum into ${emptyFile}`.execute(database);',
      replace: `await sql\`select 1\`.execute(database);
    (await import('node:fs')).copyFileSync(source, emptyFile);`,
    },
    'leftovers-removed': {
      file: 'operator/backup/backup.ts',
      find: 'removeLeftovers(target);',
    },
  },
  'An operator restores a truncated or changed backup': {
    'backup-checked': {
      file: 'operator/backup/restore.ts',
      find: 'const inspection = await checkBackup(backup, now);',
      replace: 'const inspection = await inspectDatabase(backup, now);',
    },
  },
  'A restore makes ended tokens, codes and keys valid again': {
    'restore-disables': {
      file: 'operator/backup/sanitize-copy.ts',
      find: 'accounts: await disableAccounts(transaction, replaced.endedAccounts, now),',
      replace: 'accounts: await disableAccounts(transaction, [], now),',
    },
    'restore-ends-codes': {
      file: 'operator/backup/sanitize-copy.ts',
      find: 'await endCodes(transaction, now);',
      replace: 'await endCodes(transaction, 0);',
    },
    'restore-ends-tokens': {
      file: 'operator/backup/sanitize-copy.ts',
      find: "await transaction.deleteFrom('access_tokens').execute();",
    },
    'restore-revokes': {
      file: 'operator/backup/sanitize-copy.ts',
      find: 'keys: await revokeKeys(transaction, replaced.revokedKeys),',
      replace: 'keys: await revokeKeys(transaction, []),',
    },
    'restore-uses-codes': {
      file: 'operator/backup/sanitize-copy.ts',
      find: 'const ended = codes.filter(({ accountId, stored }) => known.has(accountId) && !unusedCodes.has(stored));',
      replace:
        'const ended = codes.filter(({ accountId, stored }) => !known.has(accountId) && !unusedCodes.has(stored));',
    },
  },
};

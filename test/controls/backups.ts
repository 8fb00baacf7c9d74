import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A backup lacks acknowledged changes, or is incomplete': {
    'operator/backup/backup.ts': {
      'backup-of-one-moment': {
        find: 'await sql`vacuum into ${emptyFile}`.execute(database);',
        replace: `await sql\`select 1\`.execute(database);
    (await import('node:fs')).copyFileSync(source, emptyFile);`,
      },
      'leftovers-removed': 'removeLeftovers(target);',
    },
  },
  'An operator restores a truncated or changed backup': {
    'operator/backup/restore.ts': {
      'backup-checked': {
        find: 'const inspection = await checkBackup(backup, now);',
        replace: 'const inspection = await inspectDatabase(backup, now);',
      },
    },
  },
  'A restore makes ended tokens, codes and keys valid again': {
    'operator/backup/sanitize-copy.ts': {
      'restore-disables': {
        find: 'accounts: await disableAccounts(transaction, replaced.endedAccounts, now),',
        replace: 'accounts: await disableAccounts(transaction, [], now),',
      },
      'restore-ends-codes': {
        find: 'await endCodes(transaction, now);',
        replace: 'await endCodes(transaction, 0);',
      },
      'restore-ends-tokens': "await transaction.deleteFrom('access_tokens').execute();",
      'restore-revokes': {
        find: 'keys: await revokeKeys(transaction, replaced.revokedKeys),',
        replace: 'keys: await revokeKeys(transaction, []),',
      },
      'restore-uses-codes': {
        find: 'const ended = codes.filter(({ accountId, stored }) => known.has(accountId) && !unusedCodes.has(stored));',
        replace:
          'const ended = codes.filter(({ accountId, stored }) => !known.has(accountId) && !unusedCodes.has(stored));',
      },
    },
  },
};

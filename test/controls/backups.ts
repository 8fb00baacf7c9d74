import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'A backup lacks acknowledged changes, or is incomplete': {
    'operator/backup/backup.ts': {
      'backup-of-one-moment': {
        find: 'await sql`vacuum into ${emptyFile}`.execute(database);',
        replace: `await sql\`select 1\`.execute(database);
    (await import('node:fs')).copyFileSync(source, emptyFile);`,
      },
      'leftovers-removed': 'removeLeftovers(dirname(target), isAbandoned);',
    },
  },
  'An operator restores a truncated or damaged backup': {
    'operator/backup/restore.ts': {
      'backup-checked': {
        find: 'checkBackup(backup, now);',
        replace: 'inspectDatabase(backup, now);',
      },
    },
  },
  'A changed backup has triggers of its own, or lacks those of the service': {
    'operator/backup/inspect.ts': {
      'backup-schema-compared': { find: "age === 'current' ?", replace: "age !== 'current' ?" },
      'backup-schema-complete': {
        find: '!found.includes(object)',
        replace: '!expected.includes(object)',
      },
    },
    'operator/backup/sanitize-copy.ts': {
      'copy-schema-compared': {
        find: 'if (foreign !== undefined)',
        replace: "if (foreign === '')",
      },
    },
  },
  'A restore makes ended tokens, codes and keys valid again': {
    'operator/backup/sanitize-copy.ts': {
      'restore-disables': {
        find: 'transaction, replaced.endedAccounts,',
        replace: 'transaction, [],',
      },
      'restore-ends-codes': {
        find: 'endCodes(transaction, step);',
        replace: 'endCodes(transaction, 0);',
      },
      'restore-ends-tokens': "await transaction.deleteFrom('access_tokens').execute();",
      'restore-revokes': { find: 'transaction, replaced.revokedKeys', replace: 'transaction, []' },
      'restore-uses-codes': {
        find: 'known.has(accountId) && !',
        replace: '!known.has(accountId) && !',
      },
    },
  },
};

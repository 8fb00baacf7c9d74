import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'The process is killed, or the power fails': {
    'operator/backup/backup.ts': {
      'flushed-backup': "sync(path, 'r+');",
      'flushed-folder-of-backup': "sync(dirname(target), 'r');",
    },
    'server/security/encryption/keyring-file.ts': {
      'flushed-folder-of-secrets': 'syncFolder(dirname(path));',
      'flushed-secrets': 'fsyncSync(file);',
    },
    'server/store/sqlite/open-sqlite.ts': {
      'responses-after-commits': {
        find: 'transactionsOn(durable',
        replace: 'transactionsOn(relaxed',
      },
    },
    'server/store/sqlite/connect.ts': {
      'synchronous-commits': { find: 'synchronous = full', replace: 'synchronous = normal' },
    },
  },
};

import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'The process is killed, or the power fails': {
    'flushed-backup': {
      file: 'operator/backup/backup.ts',
      find: "sync(path, 'r+');",
    },
    'flushed-folder-of-backup': {
      file: 'operator/backup/backup.ts',
      find: "sync(dirname(target), 'r');",
    },
    'flushed-folder-of-secrets': {
      file: 'server/security/encryption/keyring-file.ts',
      find: 'syncFolder(dirname(path));',
    },
    'flushed-secrets': {
      file: 'server/security/encryption/keyring-file.ts',
      find: 'fsyncSync(file);',
    },
    'responses-after-commits': {
      file: 'server/store/sqlite/open-sqlite.ts',
      find: 'const durableWrite = createWrite({ contention, ...transactionsOn(durable) });',
      replace: 'const durableWrite = createWrite({ contention, ...transactionsOn(relaxed) });',
    },
    'synchronous-commits': {
      file: 'server/store/sqlite/connect.ts',
      find: "durable: [...common, 'busy_timeout = 25', 'synchronous = full'],",
      replace: "durable: [...common, 'busy_timeout = 25', 'synchronous = normal'],",
    },
  },
};

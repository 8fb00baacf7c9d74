import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Other users of the machine can read or change files': {
    'server/security/encryption/keyring-file.ts': {
      'open-secrets-refused': { find: '0o077', replace: '0o022', test: 'server/encryption' },
      'private-secrets': [
        { find: 'mode & 0o077', replace: 'mode & 0o022', test: 'server/encryption' },
        { find: "openSync(temporary, 'wx', 0o600);", replace: "openSync(temporary, 'wx', 0o644);" },
      ],
    },
    'server/security/private-file.ts': {
      'private-folder': { find: 'folder, { mode: 0o700 }', replace: 'folder, { mode: 0o755 }' },
    },
    'server/store/sqlite/connect.ts': {
      'private-database': {
        find: "openSync(file, 'ax', 0o600)",
        replace: "openSync(file, 'ax', 0o644)",
      },
      'open-database-refused': { find: 'mode & 0o022', replace: 'mode & 0' },
    },
  },
};

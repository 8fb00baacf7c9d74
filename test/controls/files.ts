import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Files are readable by other users of the machine': {
    'open-secrets-refused': {
      test: 'server/encryption.test.ts',
      file: 'server/security/encryption/keyring-file.ts',
      find: "if (process.platform !== 'win32' && (mode & 0o077) !== 0) {",
      replace: "if (process.platform !== 'win32' && (mode & 0o022) !== 0) {",
    },
    'private-database': {
      file: 'server/store/sqlite/connect.ts',
      find: "else closeSync(openSync(file, 'ax', 0o600));",
      replace: "else closeSync(openSync(file, 'ax', 0o644));",
    },
    'private-folder': {
      file: 'server/store/sqlite/connect.ts',
      find: 'mkdirSync(folder, { mode: 0o700 });',
      replace: 'mkdirSync(folder, { mode: 0o755 });',
    },
    'private-secrets': {
      test: 'server/encryption.test.ts',
      edits: [
        {
          file: 'server/security/encryption/keyring-file.ts',
          find: "if (process.platform !== 'win32' && (mode & 0o077) !== 0) {",
          replace: "if (process.platform !== 'win32' && (mode & 0o022) !== 0) {",
        },
        {
          file: 'server/security/encryption/keyring-file.ts',
          find: "const file = openSync(temporary, 'wx', 0o600);",
          replace: "const file = openSync(temporary, 'wx', 0o644);",
        },
      ],
    },
  },
};

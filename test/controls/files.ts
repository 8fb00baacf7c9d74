import type { Controls } from '../../scripts/check-controls/controls.ts';

export const controls: Controls = {
  'Files are readable by other users of the machine': {
    'server/security/encryption/keyring-file.ts': {
      'open-secrets-refused': {
        find: "if (process.platform !== 'win32' && (mode & 0o077) !== 0) {",
        replace: "if (process.platform !== 'win32' && (mode & 0o022) !== 0) {",
        test: 'server/encryption.test.ts',
      },
      'private-secrets': [
        {
          find: "if (process.platform !== 'win32' && (mode & 0o077) !== 0) {",
          replace: "if (process.platform !== 'win32' && (mode & 0o022) !== 0) {",
          test: 'server/encryption.test.ts',
        },
        {
          find: "const file = openSync(temporary, 'wx', 0o600);",
          replace: "const file = openSync(temporary, 'wx', 0o644);",
        },
      ],
    },
    'server/store/sqlite/connect.ts': {
      'private-database': {
        find: "else closeSync(openSync(file, 'ax', 0o600));",
        replace: "else closeSync(openSync(file, 'ax', 0o644));",
      },
      'private-folder': {
        find: 'mkdirSync(folder, { mode: 0o700 });',
        replace: 'mkdirSync(folder, { mode: 0o755 });',
      },
    },
  },
};

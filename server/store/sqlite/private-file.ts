import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../security/private-file.ts';
import { StoreError } from '../store-error.ts';

/**
 * Creates an empty file, which only its owner can read, and its folder. SQLite would create one that every user can read; its
 * -wal and -shm files get the mode of the main file.
 *
 * It never opens a file that exists: closing any descriptor of the file would release the locks that SQLite holds on it in this
 * process (POSIX locks belong to the process), and another process could damage it.
 *
 * @throws StoreError
 */
export function createPrivateFile(file: string): void {
  try {
    makeFolder(dirname(file));
    if (existsSync(file)) checkWritable(file);
    else closeSync(openSync(file, 'ax', 0o600));
  } catch (cause) {
    // Another process may have created it meanwhile.
    if (codeOf(cause) === 'EEXIST' && existsSync(file)) return;
    throw new StoreError('unusable_path', `cannot write the database ${file}: ${reasonOf(cause)}`, { cause });
  }
}

function checkWritable(file: string): void {
  if (statSync(file).isDirectory())
    throw Object.assign(new Error('a folder has the name of the database'), { code: 'EISDIR' });
  accessSync(file, constants.W_OK);
}

// Without `recursive: true`, which never returns on some file systems, such as /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Why a file of the database cannot be used, in words for an operator. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of its path is not a folder';
  if (code === 'ENOENT') return 'its folder cannot be created';
  if (code === 'EROFS') return 'the file system is read-only';
  return error instanceof Error ? error.message : String(error);
}

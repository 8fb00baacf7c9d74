import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Why a file that contains a secret cannot be used; `undefined` when it can. Follows links. */
export function findExposure(path: string): string | undefined {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    return fileProblem(error);
  }
  if (!stats.isFile()) return 'it is not a file';
  // The owner's group may read it, as for secrets that are mounted into a container.
  return (stats.mode & 0o027) === 0
    ? undefined
    : 'other users can read or change it: give it the mode 0600, or 0640';
}

/** The shell command that takes a file from all other users. */
export function makePrivate(path: string): string {
  return `chmod 600 ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}

/** Makes a folder that only its owner may use. Without `recursive: true`, which never returns on some file systems, such as /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Writes a new file that only its owner may read, with its folder, and keeps one that exists. Another process that starts at the
 * same time finds either no file or a whole one.
 */
export function writeNewFile(file: string, text: string): void {
  const folder = dirname(file);
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.new`;
  makeFolder(folder);
  try {
    flush(openSync(unfinished, 'wx', 0o600), text);
    linkSync(unfinished, file);
    // Without it, the file's name could be lost in a power cut that the data which depends on it survives.
    flush(openSync(folder, 'r'));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !existsSync(file)) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function flush(descriptor: number, text = ''): void {
  try {
    if (text !== '') writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Why the system could not read a file, in words for an operator. */
export function fileProblem(error: unknown): string {
  const code = codeOf(error) ?? '';
  return problems[code] ?? (code === '' ? 'it cannot be read' : `it cannot be read (${code})`);
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
};

/** The error code of the system or a library, such as `ENOENT` or an SQLSTATE; `undefined` when the error has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

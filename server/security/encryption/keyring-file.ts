import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, giveToOwnerOf, makePrivate, removeLeftovers } from '../private-file.ts';
import { formatKeyring, type Keyring, parseKeyring, SecretsError } from './keyring.ts';

/** How long to wait for another command to finish changing the file. */
const timeoutMs = 5000;

/** @throws SecretsError, for example when other users than the owner may read the file */
export function readKeyringFile(path: string): Keyring {
  const text = readPrivateFile(path);
  try {
    return parseKeyring(text);
  } catch (cause) {
    if (!(cause instanceof SecretsError)) throw cause;
    throw new SecretsError(
      cause.reason,
      `the secrets file ${path} cannot be used: ${cause.message}`,
    );
  }
}

/** Makes the file if there is none. If several processes try at once, one makes it. */
export async function readOrMakeKeyringFile(
  path: string,
  make: () => Keyring,
): Promise<'read' | 'made'> {
  if (fs.existsSync(path)) return 'read';
  return withLock(path, () => {
    if (fs.existsSync(path)) return 'read';
    writeKeyring(path, make());
    return 'made';
  });
}

/** Reads, changes and writes the file while no other command may. Returns its new content. */
export async function changeKeyringFile(
  path: string,
  change: (ring: Keyring) => Keyring,
): Promise<Keyring> {
  // A link stays. A command that names the file itself waits, too.
  const file = fs.existsSync(path) ? fs.realpathSync(path) : path;
  return withLock(file, () => {
    const ring = change(readKeyringFile(file));
    writeKeyring(file, ring);
    return ring;
  });
}

function readPrivateFile(path: string): string {
  let file: number;
  try {
    file = fs.openSync(path, 'r');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT')
      throw new SecretsError('file_missing', `there is no secrets file at ${path}`, { cause });
    throw unusable('read', path, cause);
  }
  try {
    const stats = fs.fstatSync(file);
    // The modes that Windows reports mean nothing, and nobody should change that of a folder or a device.
    if (process.platform !== 'win32' && stats.isFile() && (stats.mode & 0o077) !== 0) {
      const shown = (stats.mode & 0o777).toString(8).padStart(4, '0');
      throw new SecretsError(
        'file_open_to_others',
        `the secrets file ${path} has mode ${shown}, so that other users can read or change it: run '${makePrivate(path)}', and 'account-access secrets rotate' if they may have read it`,
      );
    }
    return fs.readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof SecretsError) throw cause;
    throw unusable('read', path, cause);
  } finally {
    fs.closeSync(file);
  }
}

// Writes all or nothing: no process reads half a file, and the file is on the disk before anything is encrypted with it.
function writeKeyring(path: string, ring: Keyring): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    // With keys that may have been retired since. The lock is ours, so nobody writes them now.
    const start = `${basename(path)}.`;
    removeLeftovers(
      dirname(path),
      (name) => name.startsWith(start) && /^[\da-f]{12}\.tmp$/.test(name.slice(start.length)),
    );
    const file = fs.openSync(temporary, 'wx', 0o600);
    try {
      giveToOwnerOf(path, file);
      fs.writeFileSync(file, formatKeyring(ring));
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (cause) {
    fs.rmSync(temporary, { force: true });
    throw unusable('write', path, cause);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder, and does not need it to keep a rename.
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

async function withLock<Result>(path: string, work: () => Result): Promise<Result> {
  const lock = `${path}.lock`;
  const deadline = performance.now() + timeoutMs;
  while (!takeLock(lock)) {
    if (performance.now() > deadline) {
      throw new SecretsError(
        'file_locked',
        `another command is changing the secrets file ${path}; if none is running, remove ${lock} and try again`,
      );
    }
    await sleep(20);
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    fs.closeSync(fs.openSync(lock, 'wx', 0o600));
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    throw unusable('write', lock, cause);
  }
}

function unusable(what: 'read' | 'write', path: string, cause: unknown): SecretsError {
  return new SecretsError(
    'file_unusable',
    `cannot ${what} the secrets file ${path}: ${codeOf(cause) ?? cause}`,
    { cause },
  );
}

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatKeyring, type Keyring, parseKeyring } from './keyring.ts';
import { SecretsError } from './secrets-error.ts';

/** How long to wait for another command that changes the file, in milliseconds. */
const patience = 5000;

/** @throws SecretsError, also when others than its owner may read the file */
export function readKeyringFile(path: string): Keyring {
  const text = readPrivateFile(path);
  try {
    return parseKeyring(text);
  } catch (cause) {
    if (!(cause instanceof SecretsError)) throw cause;
    throw new SecretsError(cause.reason, `the secrets file ${path} cannot be used: ${cause.message}`);
  }
}

/** The file's keys, or new ones if there is no file: of several processes that come at once, one makes it. */
export async function readOrMakeKeyringFile(path: string, make: () => Keyring): Promise<'read' | 'made'> {
  if (existsSync(path)) return 'read';
  return withLock(path, () => {
    if (existsSync(path)) return 'read';
    writeKeyring(path, make());
    return 'made';
  });
}

/** Reads, changes and writes the file while no other command may. Answers with what is in it now. */
export async function changeKeyringFile(path: string, change: (ring: Keyring) => Keyring): Promise<Keyring> {
  return withLock(path, () => {
    const ring = change(readKeyringFile(path));
    writeKeyring(path, ring);
    return ring;
  });
}

function readPrivateFile(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT')
      throw new SecretsError('file_missing', `there is no secrets file at ${path}`, { cause });
    throw unusable('read', path, cause);
  }
  try {
    const { mode } = fstatSync(file);
    // Windows has no such modes; what it reports says nothing.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      throw new SecretsError(
        'file_open_to_others',
        `the secrets file ${path} has mode ${shown}: others than its owner can get at it; do 'chmod 600 ${path}', and 'account-access secrets rotate' if they may have`,
      );
    }
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof SecretsError) throw cause;
    throw unusable('read', path, cause);
  } finally {
    closeSync(file);
  }
}

// Whole or not at all: nobody ever reads half of it, and after a power cut it is there, before anything is sealed with it.
function writeKeyring(path: string, ring: Keyring): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, formatKeyring(ring));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw unusable('write', path, cause);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder, and keeps renames without being asked.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

async function withLock<Result>(path: string, work: () => Result): Promise<Result> {
  const lock = `${path}.lock`;
  const deadline = performance.now() + patience;
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
    rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
